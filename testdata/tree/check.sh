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

check_layers()
{
	layer_table >"$scratch/layers"
	[ "$(wc -l <"$scratch/layers")" -ge 2 ] || { echo "CMakeLists.txt: no snag_layer table found"; return; }
	for file in $(our_sources | grep -E '^(checker|rules)/'); do
		case $file in
		rules/*) layer=rules ;;
		checker/*/*) layer=${file#checker/} layer=${layer%%/*} ;;
		*) layer=${file#checker/} ;;
		esac
		uses=$(sed -n "s/^$layer: //p" "$scratch/layers")
		grep -q "^$layer:" "$scratch/layers" || echo "$file: $layer stands in no line of CMakeLists.txt"
		sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' "$file" | while read -r include; do
			case $include in
			*..*|/*) echo "$file: \"$include\": includes are written from checker/" ;;
			*/*) case " $layer $uses " in
				*" ${include%%/*} "*) ;;
				*) echo "$file: \"$include\": $layer may not use ${include%%/*}" ;;
				esac ;;
			*.pb-c.h) ;;
			*) echo "$file: \"$include\": includes are written from checker/" ;;
			esac
		done
	done
}

check_libraries()
{
	library_table >"$scratch/libraries"
	our_sources | grep -E '^(checker|rules)/' | grep -v '_test\.c$' | while read -r file; do
		case $file in
		rules/*) layer=rules ;;
		checker/*/*) layer=${file#checker/} layer=${layer%%/*} ;;
		*) layer=${file#checker/} ;;
		esac
		sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]\([^>"]*\)[>"].*/\1/p' "$file" | while read -r include; do
			case $include in
			clang-c/*) library='${LIBCLANG}' only=front ;;
			sqlite3.h) library=PkgConfig::SQLITE only=store ;;
			jansson.h) library=PkgConfig::JANSSON only=$layer ;;
			xxhash.h) library=PkgConfig::XXHASH only=$layer ;;
			nettle/*) library=PkgConfig::NETTLE only=$layer ;;
			*) continue ;;
			esac
			[ "$layer" = "$only" ] || echo "$file: <$include> belongs to $only alone"
			grep -qF "$layer $library" "$scratch/libraries" || echo "$file: <$include>, but $layer doesn't link $library"
		done
	done
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
