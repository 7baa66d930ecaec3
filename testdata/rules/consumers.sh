#!/bin/sh
# Writes each variable that rules/models/env-consumers.csv names on a thread, and looks whether the finding names the
# component, the call that reads the variable, and the call that says the same: consumers.sh SNAG CSV.
# Variables that more than four components read name only those that a program calls.
set -eu
snag=$1
csv=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cut -d, -f2 "$csv" | tail -n +2 | sed 's/<[^>]*>/X1/g' | sort -u >"$folder/variables"
{
	echo '#include <pthread.h>'
	echo '#include <stdlib.h>'
	echo 'static void *worker(void *data) {'
	sed 's/.*/setenv("&", "1", 1);/' "$folder/variables"
	echo 'return data; }'
	echo 'int main(void) { pthread_t t; pthread_create(&t, NULL, worker, NULL); return pthread_join(t, NULL); }'
} >"$folder/all.c"
cd "$folder"
"$snag" check --db :memory: -q --rule env-write-threaded --format jsonl all.c >findings 2>errors || [ $? = 1 ]
awk -F, '
	FNR == NR { found[++n] = $0; next }
	FNR == 1 || $2 ~ /_PORT$/ && $2 ~ /^</ { next }
	# Names with a dot are of another language, whose runtime is in no program with a main in C.
	$3 ~ /[a-z]\.[A-Z]/ {
		for (i = 1; i <= n; i++)
			if (index(found[i], $1 " reads it"))
				bad = bad $2 ": " $1 " is no part of a program in C\n"
		next
	}
	{
		rows[$2] = rows[$2] SUBSEP $0
		if (!(($2, $1) in seen)) count[$2]++
		seen[$2, $1] = 1
	}
	END {
		for (variable in rows) {
			name = variable
			gsub(/<[^>]*>/, "X1", name)
			if (count[variable] > 4 || gsub(/</, "<", variable) > 1)
				continue
			text = ""
			for (i = 1; i <= n; i++)
				if (index(found[i], "writes \x27" name "\x27"))
					text = found[i]
			rowCount = split(rows[variable], each, SUBSEP)
			delete done
			for (r = 2; r <= rowCount; r++) {
				split(each[r], field, ",")
				if (field[1] in done)
					continue
				done[field[1]] = 1
				split(field[3], calls, ";")
				if (!index(text, field[1] " reads it in " calls[1]))
					bad = bad name ": " field[1] " reads it in " calls[1] "\n"
				if (field[5] != "" && !index(text, field[1] " by a call instead: " field[5]))
					bad = bad name ": instead " field[5] "\n"
			}
			tested++
		}
		printf "%s%d variables\n", bad, tested
		exit bad != "" || tested < 300
	}' findings "$csv"
