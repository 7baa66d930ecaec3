#!/bin/sh
# SARIF of labelled programs: checked by sarif_check, and by Microsoft's validator where it is installed, as
# Sarif.Multitool in PATH or where SARIF_MULTITOOL says (npm: @microsoft/sarif-multitool-linux).
# sarif_test.sh SNAG SARIF_CHECK PROGRAMS
snag=$1
check=$2
programs=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
validator=${SARIF_MULTITOOL:-$(command -v Sarif.Multitool)}
logs=0

for folder in "$programs"/*/; do
	[ -s "$folder/expect.txt" ] && ls "$folder"/*.c >/dev/null 2>&1 || continue
	name=$(basename "$folder")
	set --
	for source in "$folder"/*.c "$folder"/*.cc; do
		[ ! -f "$source" ] || set -- "$@" "$source"
	done
	"$snag" check -q --db :memory: --root "$folder" --level note --format sarif "$@" -- "-I$folder" \
		>"$work/$name.sarif" 2>"$work/err" || [ $? = 1 ] || { cat "$work/err"; exit 1; }
	"$check" "$work/$name.sarif" || exit 1
	logs=$((logs + 1))
	[ "$logs" -lt 10 ] || break
done
[ "$logs" -eq 10 ] || { echo "only $logs programs with findings"; exit 1; }
[ -n "$validator" ] || { echo "checked $logs logs; not validated: no Sarif.Multitool here"; exit 0; }
"$validator" validate "$work"/*.sarif --rule-kind 'Sarif;Ghas' --level 'Error;Warning' -o "$work/report.json" \
	>"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
if grep -E ': (error|warning) ' "$work/out" || ! grep -q "$logs files scanned" "$work/out"; then
	tail -n 3 "$work/out"
	exit 1
fi
echo "checked and validated $logs logs"
