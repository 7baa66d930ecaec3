#!/bin/sh
# What snag says of the sample is expected.txt, to the letter, and what README.md shows is part of it.
# Arguments: root of the project, the programs snag and cmake, a folder to work in. ACCEPT=1 writes expected.txt anew.
set -u
root=$1 snag=$2 cmake=$3 work=$4
expected=$root/testdata/sample/expected.txt

rm -rf "$work"
mkdir -p "$work" || exit 1
"$cmake" -S "$root/testdata/sample" -B "$work/sample" -G Ninja >"$work/cmake.log" 2>&1 || { cat "$work/cmake.log"; exit 1; }
"$snag" check -q -p "$work/sample" --root "$root" --db :memory: --color never >"$work/found.txt"
status=$?
[ $status -eq 1 ] || { echo "snag check ended $status instead of 1"; exit 1; }
[ -z "${ACCEPT:-}" ] || cp "$work/found.txt" "$expected"
diff -u "$expected" "$work/found.txt" || exit 1

# The block of README.md that begins with a finding, without its indentation.
sed -n '/^    testdata\/sample\//,/^$/s/^    //p' "$root/README.md" >"$work/shown.txt"
[ -s "$work/shown.txt" ] || { echo "README.md shows no finding"; exit 1; }
awk 'NR == FNR { found = found $0 "\n"; next } { shown = shown $0 "\n" } END { exit index(found, shown) == 0 }' \
	"$expected" "$work/shown.txt" || { echo "README.md shows what snag doesn't print:"; cat "$work/shown.txt"; exit 1; }
