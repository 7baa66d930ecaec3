#!/bin/sh
# Checks on the source tree itself, one a call: check.sh NAME ROOT [ARGUMENT…]. Prints each breach and ends 1 if there is any.
set -u
name=$1
root=$2
shift 2
cd "$root" || exit 2

our_sources()
{
	find checker rules tools bench -path bench/corpus/work -prune -o -type f -name '*.[ch]' -print 2>/dev/null | sort
}

# Sources that are neither tests nor programs of their own.
library_sources()
{
	our_sources | grep -E '^(checker|rules)/' | grep -vE '_test\.c$|^checker/[^/]*$'
}

# FILE:LINE:TEXT of our code with comments, strings and character constants emptied, so that a word in them is no breach.
code_of()
{
	awk '
	FNR == 1 { in_comment = 0 }
	{
		rest = $0; out = ""
		while (rest != "") {
			if (in_comment) {
				end = index(rest, "*/")
				if (!end) { rest = ""; break }
				rest = substr(rest, end + 2); in_comment = 0
			} else if (substr(rest, 1, 2) == "/*") {
				rest = substr(rest, 3); in_comment = 1
			} else if (substr(rest, 1, 2) == "//") {
				rest = ""
			} else if (match(rest, /^"([^"\\]|\\.)*"/) || match(rest, /^\047([^\047\\]|\\.)*\047/)) {
				out = out "\"\""; rest = substr(rest, RLENGTH + 1)
			} else {
				out = out substr(rest, 1, 1); rest = substr(rest, 2)
			}
		}
		print FILENAME ":" FNR ":" out
	}' "$@"
}

# Calls of one of the functions in the pattern; a member or a longer name that ends alike is none.
calls_in()
{
	pattern=$1
	shift
	[ $# -eq 0 ] || code_of "$@" | grep -E ":[0-9]+:(.*[^A-Za-z0-9_.>])?($pattern)[[:space:]]*\\("
}

# "LAYER: USED USED" of each layer and each program, as CMakeLists.txt has it.
layer_table()
{
	sed -n -e 's/^snag_layer(\([a-z]*\) *USES *\(.*\))$/\1: \2/p' CMakeLists.txt
	sed -n -e 's/^target_link_libraries(snag PRIVATE \(.*\))$/main.c: \1/p' \
		-e 's/^target_link_libraries(snag-scan PRIVATE \(.*\))$/scan_main.c: \1/p' CMakeLists.txt
}

# "LAYER LIBRARY" of each library that a layer or program links.
library_table()
{
	sed -n -e 's/^target_link_libraries(snag PRIVATE/target_link_libraries(main.c PRIVATE/' \
		-e 's/^target_link_libraries(snag-scan PRIVATE/target_link_libraries(scan_main.c PRIVATE/' \
		-e 's/^target_link_libraries(\([a-z_.]*\) \(.*\))$/\1 \2/p' CMakeLists.txt |
		awk '{ for (i = 2; i <= NF; i++) print $1, $i }'
}

# "FILE LAYER INCLUDE" of each include of our sources, and of each file one line with "-". An include of our own keeps its quotes.
include_table()
{
	# shellcheck disable=SC2046 # names without blanks
	awk '
	FNR == 1 {
		layer = FILENAME
		if (sub(/^rules\/.*/, "rules", layer)) ;
		else { sub(/^checker\//, "", layer); sub(/\/.*/, "", layer) }
		print FILENAME, layer, "-"
	}
	/^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]/ {
		include = $0
		sub(/^[[:space:]]*#[[:space:]]*include[[:space:]]*/, "", include)
		if (include ~ /^</) { sub(/^</, "", include); sub(/>.*/, "", include) }
		else { sub(/^"/, "", include); sub(/".*/, "", include); include = "\"" include "\"" }
		print FILENAME, layer, include
	}' $(our_sources | grep -E '^(checker|rules)/')
}

check_layers()
{
	layer_table >"$scratch/layers"
	[ "$(wc -l <"$scratch/layers")" -ge 2 ] || { echo "CMakeLists.txt: no snag_layer table found"; return; }
	include_table | awk -v table="$scratch/layers" '
	BEGIN { while ((getline line < table) > 0) { layer = line; sub(/:.*/, "", layer); sub(/^[^:]*: */, "", line)
		uses[layer] = " " layer " " line " " } }
	!($2 in uses) { if (!told[$1]++) print $1 ": " $2 " stands in no line of CMakeLists.txt"; next }
	$3 !~ /^"/ || $3 ~ /^"[^\/]*\.pb-c\.h"$/ { next }
	$3 ~ /\.\./ || $3 ~ /^"\// || $3 !~ /\// { print $1 ": " $3 ": includes are written from checker/"; next }
	{ used = $3; sub(/^"/, "", used); sub(/\/.*/, "", used)
	  if (!index(uses[$2], " " used " ")) print $1 ": " $3 ": " $2 " may not use " used }'
}

check_libraries()
{
	library_table >"$scratch/libraries"
	include_table | awk -v table="$scratch/libraries" '
	BEGIN {
		while ((getline line < table) > 0) linked[line] = 1
		library["clang-c"] = "${LIBCLANG}"; only["clang-c"] = "front"
		library["sqlite3.h"] = "PkgConfig::SQLITE"; only["sqlite3.h"] = "store"
		library["yaml.h"] = "PkgConfig::YAML"; only["yaml.h"] = "config"
		library["jansson.h"] = "PkgConfig::JANSSON"
		library["xxhash.h"] = "PkgConfig::XXHASH"
		library["nettle"] = "PkgConfig::NETTLE"
	}
	$1 ~ /_test\.c$/ { next }
	{
		name = $3; sub(/\/.*/, "", name)
		if (!(name in library)) next
		if (name in only && $2 != only[name]) print $1 ": <" $3 "> belongs to " only[name] " alone"
		if (!(($2 " " library[name]) in linked)) print $1 ": <" $3 ">, but " $2 " does not link " library[name]
	}'
}

# Arguments: the compiler, and flags for the headers of libraries.
check_headers()
{
	for file in $(our_sources | grep '\.h$'); do
		"$@" -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wno-unused-function -Werror -Ichecker -I. -fsyntax-only -x c "$file" 2>"$scratch/out" ||
			{ echo "$file: doesn't compile alone:"; sed 's/^/  /' "$scratch/out" | head -n 8; }
	done
}

check_length()
{
	our_sources | while read -r file; do
		lines=$(wc -l <"$file")
		[ "$lines" -le 700 ] || echo "$file: $lines lines; split it by job (700 at most)"
	done
}

# snag speaks and ends in cli and the programs' own files. Elsewhere: report and scan write to the FILE they were given, and
# err.c and arena.c say what they end the program with: a bug of ours, no memory.
check_output()
{
	files=$(library_sources | grep -v '^checker/cli/')
	# shellcheck disable=SC2086 # one word a file
	calls_in 'printf|vprintf|puts|putchar|perror|exit|quick_exit' $files
	# shellcheck disable=SC2046
	calls_in 'fprintf|vfprintf|fputs|fputc' $(echo "$files" | grep -vE '^checker/(report/|scan/|base/(err|arena)\.c$)')
}

# Tests may copy their own literals.
check_banned()
{
	# shellcheck disable=SC2046
	calls_in 'strcpy|strcat|sprintf|vsprintf|gets|system|popen|tmpnam|mktemp' $(our_sources | grep -v '_test\.c$')
}

check_opening()
{
	our_sources | while read -r file; do
		case $(head -n 1 "$file") in
		'/*'*|'//'*) ;;
		*) echo "$file: begins with no comment that says what it is for" ;;
		esac
	done
}

# Argument: the program. It starts in milliseconds because it loads no compiler.
check_loads()
{
	ldd "$1" >"$scratch/out" 2>&1 || { echo "$1: ldd fails"; return; }
	grep -E 'libclang|libLLVM' "$scratch/out" | sed "s|^|$1 loads |"
}

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
case $name in
layers|libraries|headers|length|output|banned|opening|loads) "check_$name" "$@" >"$scratch/breaches" ;;
*) echo "check.sh: no check $name"; exit 2 ;;
esac
[ ! -s "$scratch/breaches" ] || { cat "$scratch/breaches"; exit 1; }
