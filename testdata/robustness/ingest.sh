#!/bin/sh
# Kills `snag run close` in the middle of whatever it does: ingest.sh SNAG TIMES. What it said to be stored has to be
# there afterwards, the file sound, and the next one goes on as if nothing had been.
snag=$1
times=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir .git
exec 3>&2 2>/dev/null # where the shell tells of each that was killed
fail() {
	echo "FAIL: $1" >&3
	exit 1
}
for name in a b c d e f; do
	printf '#include <ctype.h>\nint %s(const char *s) { return isspace(*s); }\n' "$name" >"$name.c"
	"$snag" cc --at-link=off gcc -c "$name.c" || fail "no $name.o"
done
"$snag" cc --at-link=off gcc -shared -o lib.so ./*.o || fail 'no library'
# At any moment of the time that one takes here and now, and a little later.
start=$(date +%s%N)
"$snag" run close -q --db "$work/timing.db" || fail 'it does not work at all'
took=$((($(date +%s%N) - start) / 1000000))
killed=0
stored=0
for delay in $(awk -v n="$times" -v ms="$took" 'BEGIN { srand(7); for (; n > 0; n--) printf "%.3f\n", rand() * 2 * ms / 1000 }'); do
	name=close-$((killed + stored))
	"$snag" run close -q --run "$name" 2>err &
	process=$!
	sleep "$delay"
	kill -9 "$process" 2>/dev/null
	wait "$process"
	status=$?
	case $status in
	0) stored=$((stored + 1)) && echo "$name" >>names ;;
	137) killed=$((killed + 1)) ;;
	*) fail "status $status: $(cat err)" ;;
	esac
	[ ! -e .snag/snag.db ] || "$snag" db check || fail "the database is broken after $name"
done
touch names
"$snag" run close -q --run last-one || fail 'no run at the end'
"$snag" run list --format csv | cut -d, -f1 | sort >there
sort names | comm -23 - there | grep . && fail 'runs are lost'
[ "$("$snag" query open --rule ctype-signed-char --format csv | grep -c isspace)" -eq 6 ] || fail 'findings are lost'
echo "$killed of $times ingests killed at work, $stored stored: none lost, the file sound each time"
