#!/bin/sh
# Calls each C function that rules/models/env-mutators.csv names beside a thread, and looks whether each is taken for a
# writer of the environment, at what level ever: mutators.sh SNAG CSV.
set -eu
snag=$1
csv=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Names of functions (timezone, a variable elsewhere, is left out): what stands in brackets is for people, and names with dots or colons are none of C's.
tail -n +2 "$csv" | cut -d, -f1 | tr ';' '\n' | sed 's/([^)]*)//; s/^ *//; s/ *$//' | grep -E '^[A-Za-z_0-9]+$' | grep -vx timezone |
	sort -u >"$folder/names"
{
	echo '#include <pthread.h>'
	echo 'static void *worker(void *data) { return data; }'
	sed 's/.*/int &(long, const char *, const char *);/' "$folder/names"
	echo 'int main(int argc, char **argv) { pthread_t t; pthread_create(&t, NULL, worker, NULL);'
	sed 's/.*/&(argc, argv[0], argv[1]);/' "$folder/names"
	echo 'return pthread_join(t, NULL); }'
} >"$folder/all.c"
cd "$folder"
"$snag" check --db :memory: -q --level note --rule env-write-threaded --format jsonl all.c >findings 2>errors || [ $? = 1 ]
status=0
while read -r name; do
	grep -q "'$name' writes " findings || { echo "'$name' is no writer"; status=1; }
done <names
[ "$(wc -l <names)" -ge 30 ] || { echo "the table names $(wc -l <names) functions"; status=1; }
exit $status
