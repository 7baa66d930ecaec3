#!/bin/sh
# Broken tables stop the build with file and line: table_gen_test.sh TABLE_GEN FOLDER-WITH-TABLES.
set -u
table_gen=$1
models=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# breaks NAME EXPECTED-MESSAGE: the table as standard input says is refused with that message.
breaks() {
	rm -rf "$work/models"
	cp -r "$models" "$work/models" && chmod -R u+w "$work/models"
	cat >"$work/models/$1"
	if "$table_gen" "$work/models" "$work/out.c" 2>"$work/message"; then
		echo "accepted a $1 that should say: $2"
		failed=1
	elif ! grep -qF -- "$1:$2" "$work/message"; then
		echo "$1: wanted '$2', got: $(cat "$work/message")"
		failed=1
	fi
}

header='function,trait,a,b,note'
printf '%s\nfree,frees,0,,\nfree,flies,0,,\n' "$header" | breaks functions.csv "3: no trait 'flies'"
printf '%s\nfree,frees,zero,,\n' "$header" | breaks functions.csv "2: 'zero' is no number"
printf '%s\nfree,range,0,99999999999999999999,\n' "$header" | breaks functions.csv "2: '99999999999999999999' is no number"
printf '%s\nfree,frees,0\n' "$header" | breaks functions.csv "2: 3 columns where the header has 5"
printf '%s\nfree,frees,0,,,\n' "$header" | breaks functions.csv "2: 6 columns where the header has 5"
printf '%s\n,frees,0,,\n' "$header" | breaks functions.csv "2: the column 'function' is empty"
printf '%s\nfree; ,frees,0,,\n' "$header" | breaks functions.csv "2: an empty name"
printf '%s\nfree,frees,0,,\ncfree; free,frees,0,,\n' "$header" | breaks functions.csv "3: 'free' stands in line 2 already"
printf '%s\n"free",frees,0,,\n' "$header" | breaks functions.csv "2: quotes aren't known here"
printf '%s\nfr\000ee,frees,0,,\n' "$header" | breaks functions.csv "2: a NUL byte"
printf 'function,a,b,note\nfree,0,,\n' | breaks functions.csv "1: no column 'trait'"
printf '%s\n' "$header" | breaks functions.csv "1: no rows"
printf '' | breaks functions.csv "1: no header line"

# Bytes that C gives a meaning don't leave their string.
rm -rf "$work/models"
cp -r "$models" "$work/models" && chmod -R u+w "$work/models"
printf 'function,mt,mt_remarks,as,as_remarks\nf,safe,a\\b??/ \001\377*/,,\n' >"$work/models/libc-safety.csv"
if ! "$table_gen" "$work/models" "$work/out.c" || ! grep -qF 'a\\b\?\?/ \001\377*/"' "$work/out.c"; then
	echo "bytes are not escaped"
	failed=1
fi
exit $failed
