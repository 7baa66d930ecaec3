#!/bin/sh
# Feeds check.sh trees with one breach each, to see that every check can fail, and a sound one that none complains of.
# Argument: the compiler.
set -u
check=$(cd "$(dirname "$0")" && pwd)/check.sh
compiler=$1
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
wrong=0

sound_tree()
{
	rm -rf "$tree"
	mkdir -p "$tree/checker/base" "$tree/checker/store" "$tree/checker/report" "$tree/checker/cli" "$tree/rules"
	cat >"$tree/CMakeLists.txt" <<-'LISTS'
	snag_layer(base    USES)
	snag_layer(store   USES base)
	target_link_libraries(store PRIVATE PkgConfig::SQLITE)
	snag_layer(report  USES base)
	snag_layer(rules   USES base)
	snag_layer(cli     USES rules store report base)
	target_link_libraries(snag PRIVATE cli)
	LISTS
	printf '/* Text. */\n#include <stddef.h>\nsize_t text_length(const char *text);\n' >"$tree/checker/base/text.h"
	printf '/* Store. */\n#include "base/text.h"\n#include <sqlite3.h>\nint store_open(void);\n' >"$tree/checker/store/store.c"
	printf '/* Report: no printf("x") here. */\n#include <stdio.h>\nvoid report(FILE *out) { fprintf(out, "system(\\"x\\")"); }\n' \
		>"$tree/checker/report/text.c"
	printf '/* Rule. */\n#include "base/text.h"\nvoid rule_exit(void);\nvoid rule_a(void) { rule_exit(); }\n' >"$tree/rules/a.c"
	printf '/* Main. */\n#include "cli/cli.h"\nint main(void) { return 0; }\n' >"$tree/checker/main.c"
	printf '/* Commands. */\nvoid cli_say(void);\n' >"$tree/checker/cli/cli.h"
	printf '/* Commands. */\n#include <stdio.h>\nvoid cli_say(void) { printf("x"); }\n' >"$tree/checker/cli/cli.c"
}

# expect STATUS NAME WHAT [ARGUMENT…]
expect()
{
	status=$1 name=$2 what=$3
	shift 3
	"$check" "$name" "$tree" "$@" >"$scratch/said" 2>&1
	got=$?
	[ $got -eq "$status" ] && return
	echo "$name ended $got instead of $status on: $what"
	sed 's/^/  /' "$scratch/said"
	wrong=1
}

# breach NAME WHAT FILE TEXT [ARGUMENT…]: the sound tree with TEXT added to FILE.
breach()
{
	name=$1 what=$2
	sound_tree
	printf '%b' "$4" >>"$tree/$3"
	shift 4
	expect 1 "$name" "$what" "$@"
}

sound_tree
for name in layers libraries length output banned opening; do
	expect 0 "$name" "a sound tree"
done
expect 0 headers "a sound tree" "$compiler"
expect 0 loads "a program without libclang" /bin/sh

breach layers "an upward include" checker/base/text.h '#include "store/store.h"\n'
breach layers "a sideways include" checker/report/text.c '#  include "store/store.h"\n'
breach layers "a rule that looks into the store" rules/a.c '#include "store/store.h"\n'
breach layers "a program that skips its layer" checker/main.c '#include "store/store.h"\n'
breach layers "an include by relative path" checker/report/text.c '#include "../base/text.h"\n'
breach layers "an include without folder" checker/base/text.h '#include "other.h"\n'
breach libraries "SQLite outside store" checker/report/text.c '#include <sqlite3.h>\n'
breach libraries "libclang outside front" rules/a.c '#include <clang-c/Index.h>\n'
breach libraries "a library that the layer doesn't link" checker/report/text.c '#include <jansson.h>\n'
breach headers "a header that needs another" checker/base/text.h 'uint32_t text_hash(void);\n' "$compiler"
breach length "a file of 701 lines" checker/base/text.h "$(printf '\\n%.0s' $(seq 701))"
breach output "printf in a rule" rules/a.c 'void f(void) { printf("x"); }\n'
breach output "exit in a layer" checker/store/store.c 'void f(void) { if (1) exit(1); }\n'
breach output "fprintf outside report" checker/store/store.c 'void f(void) { fprintf(stderr, "x"); }\n'
breach banned "strcpy" checker/store/store.c 'void f(char *a) { strcpy (a, "x"); }\n'
breach banned "system after a comment" rules/a.c '/* a\n b */ int f(void) { return system("x"); }\n'
breach banned "sprintf after a string with a quote" rules/a.c 'int f(char *a) { g("\\""); return sprintf(a, "x"); }\n'
breach opening "an empty line first" checker/base/empty.h '\n/* Late. */\n'
breach layers "a layer that no line names" checker/other.c '/* Other. */\n'
rm "$tree/CMakeLists.txt"
: >"$tree/CMakeLists.txt"
expect 1 layers "a CMakeLists.txt without the table"

# A program that loads a library of that name.
printf 'int f(void) { return 0; }\n' >"$scratch/f.c"
printf 'int f(void);\nint main(void) { return f(); }\n' >"$scratch/main.c"
"$compiler" -shared -fPIC -o "$scratch/libclang.so" "$scratch/f.c" &&
	"$compiler" -o "$scratch/program" "$scratch/main.c" "$scratch/libclang.so" || wrong=1
expect 1 loads "a program that loads libclang" "$scratch/program"
exit $wrong
