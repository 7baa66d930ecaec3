#!/bin/sh
# What snag-bench does apart from measuring: usage_test.sh SNAG-BENCH README.
set -u
bench=$1
readme=$2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failed=0

complain()
{
	echo "usage: $*"
	failed=1
}

# expect STATUS PATTERN ARGUMENT…
expect()
{
	wanted=$1
	pattern=$2
	shift 2
	TMPDIR=$scratch "$bench" "$@" >"$scratch/out" 2>&1
	status=$?
	[ "$status" -eq "$wanted" ] || complain "snag-bench $* ended $status instead of $wanted"
	grep -q -- "$pattern" "$scratch/out" || { complain "snag-bench $*: no '$pattern' in:"; cat "$scratch/out"; }
}

expect 0 'usage: snag-bench' --help
expect 2 'which bench' --quick
expect 2 "no bench 'nonsense'" nonsense
expect 2 'calibrate' env --calibrate
expect 2 '' --no-such-option
expect 0 '"schema": 1' --json --quick pointer

# What the clock says is nothing to fail for; that it is said, is.
for timed in ids io; do
	"$bench" --json --quick $timed >"$scratch/out" 2>&1
	[ $? -le 1 ] || complain "snag-bench --json --quick $timed ended with neither 0 nor 1"
	grep -q '"schema": 1' "$scratch/out" || { complain "snag-bench --json --quick $timed: no report in:"; cat "$scratch/out"; }
done

# Interrupted, it leaves nothing behind.
TMPDIR=$scratch "$bench" io >/dev/null 2>&1 &
pid=$!
sleep 1
kill -TERM $pid
wait $pid
[ $? -eq 143 ] || complain "SIGTERM: it did not end 128 + 15"
ls -d "$scratch"/snag-bench-* >/dev/null 2>&1 && complain "its temporary folder stayed"

# Without gnuplot it says so and goes on.
mkdir "$scratch/bin"
TMPDIR=$scratch PATH=$scratch/bin "$bench" --quick pointer --plot "$scratch/plots" >"$scratch/out" 2>&1 ||
	complain "no gnuplot: it failed"
grep -q 'gnuplot is not installed' "$scratch/out" || complain "no gnuplot: it doesn't say so"

# Figures are kept where snag finds them.
"$bench" --quick locale --db "$scratch/kept.db" >"$scratch/out" 2>&1
[ $? -le 1 ] || complain "--db: it ended with neither 0 nor 1"
snag=$(cd "$(dirname "$bench")/../.." && pwd)/snag
"$snag" explain --db "$scratch/kept.db" locale-numeric >"$scratch/out" 2>&1 ||
	complain "snag explain fails"
grep -q '^Measured here' "$scratch/out" || complain "snag explain doesn't say what was measured"
echo 'int main(void) { return 0; }' >"$scratch/main.c"
(cd "$scratch" && "$snag" check --db kept.db --output html=page.html main.c --) >"$scratch/out" 2>&1 ||
	complain "snag check fails with evidence in its database"
grep -q '<h4>Measured (' "$scratch/page.html" || complain "the page doesn't say what was measured"
"$bench" --quick locale --db "$readme/kept.db" >/dev/null 2>"$scratch/out"
[ $? -eq 2 ] && grep -q kept.db "$scratch/out" || complain "--db: no trouble where there is no folder"

# The README has the table of published figures as it is.
"$bench" published >"$scratch/table"
sed -n '/^| article |/,/^$/p' "$readme" | grep '^|' >"$scratch/readme"
diff "$scratch/readme" "$scratch/table" >"$scratch/diff" || {
	complain "README.md: the table of published figures is not that of 'snag-bench published':"
	cat "$scratch/diff"
}
exit $failed
