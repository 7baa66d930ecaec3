#!/bin/sh
# The file is YAML; each command and option of snag in it exists, each format too, and each of our files it calls.
# integration_test.sh SNAG YAML_SCALARS SOURCES FILE
snag=$1
scalars=$2
sources=$3
file=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

fail() {
	echo "$file: $1"
	exit 1
}

"$scalars" "$file" >"$work/lines" || exit 1
"$snag" --help >"$work/commands" || exit 1
grep '^snag ' "$work/lines" >"$work/calls" || fail 'snag is not called'
while read -r _ command words; do
	grep -q "^  $command " "$work/commands" || fail "there is no 'snag $command'"
	"$snag" "$command" --help >"$work/options" || exit 1
	for word in $words; do
		case $word in
		-*) grep -q -e "^  $word " "$work/options" || fail "'snag $command' has no $word" ;;
		*=*) "$snag" check --format "${word%%=*}" "$work/none.c" 2>&1 | grep -q 'unknown format' &&
			fail "there is no format ${word%%=*}" ;;
		esac
	done
done <"$work/calls"
grep -o '\.snag-source/[a-z/]*' "$work/lines" | while read -r path; do
	[ -x "$sources/${path#.snag-source/}" ] || fail "there is no ${path#.snag-source/}"
done
