#!/bin/sh
# Compares the steps of all findings on a program with its steps.txt, exactly: steps.sh SNAG STEPS_PRINT FOLDER.
set -eu
cd "$3"
sources=$(find . -maxdepth 1 -name '*.c' -o -maxdepth 1 -name '*.cpp' | sed 's,^\./,,' | sort)
# shellcheck disable=SC2086 # one word a file
{ "$1" check --db :memory: -q --format jsonl $sources -- -I. || [ $? = 1 ]; } | "$2" | diff -u steps.txt -
