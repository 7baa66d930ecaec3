#!/bin/sh
# What an installed snag brings along, used as people use it: install_test.sh CMAKE BUILD SOURCE.
set -u
cmake=$1
build=$2
source=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
SNAG_CACHE_DIR=$work/cache
export SNAG_CACHE_DIR
unset SNAG_DB SNAG_SCAN SNAG_RUN

fail()
{
	echo "FAIL: $*"
	[ ! -s "$work/log" ] || tail -n 30 "$work/log"
	exit 1
}

"$cmake" --install "$build" --prefix "$work/usr" >"$work/log" 2>&1 || fail 'cmake --install'
PATH=$work/usr/bin:$PATH
for page in snag snag-check snag-cc; do
	[ -s "$work/usr/share/man/man1/$page.1.gz" ] || fail "no manual page $page"
	gzip -dc "$work/usr/share/man/man1/$page.1.gz" | grep -q '^\.SH NAME' || fail "$page is no manual page"
done
command -v bash >/dev/null && {
	bash -c '. "$1"; COMP_WORDS=(snag che); COMP_CWORD=1; _snag; echo "${COMPREPLY[*]}"
		COMP_WORDS=(snag check --lev); COMP_CWORD=2; _snag; echo "${COMPREPLY[*]}"' bash \
		"$work/usr/share/bash-completion/completions/snag" >"$work/log" 2>&1
	[ "$(cat "$work/log")" = "check
--level" ] || fail 'bash completion'
}

# CMake: two lines in a project, and its programs are known.
mkdir -p "$work/project/.git" "$work/plain"
cat >"$work/project/worker.c" <<'C'
#include <stdlib.h>

void *worker(void *name)
{
	setenv(name, "1", 1);
	return 0;
}
C
cat >"$work/project/main.c" <<'C'
#include <pthread.h>
#include <stdlib.h>

void *worker(void *name);

int main(void)
{
	char name[] = "LEVEL";
	pthread_t thread;

	pthread_create(&thread, 0, worker, name);
	return getenv("HOME") != 0;
}
C
cat >"$work/project/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.25)
project(example C)
find_package(snag REQUIRED)
snag_enable()
find_package(Threads REQUIRED)
add_library(work STATIC worker.c)
add_executable(example main.c)
target_link_libraries(example work Threads::Threads)
C
(cd "$work/project" && "$cmake" -G Ninja -B build -DCMAKE_PREFIX_PATH="$work/usr" && "$cmake" --build build) >"$work/log" 2>&1 ||
	fail 'the CMake project does not build'
grep -q 'worker.c:5:2: error: .*\[env-write-threaded\]' "$work/log" || fail 'CMake: the link tells nothing'
[ "$(find "$work/project/.snag" -name '*.rec' | wc -l)" -eq 3 ] || fail 'CMake: not three records'

# CMake's own way to call a linter.
(cd "$work/project" && "$cmake" -G Ninja -B tidy -DCMAKE_PREFIX_PATH="$work/usr" -DCMAKE_C_CLANG_TIDY="$work/usr/bin/snag;tidy" &&
	"$cmake" --build tidy) >"$work/log" 2>&1 || fail 'CMAKE_C_CLANG_TIDY breaks the build'

# Compilers' names first in PATH.
mkdir "$work/masked" "$work/masked/.git"
cp "$work/project/"*.c "$work/masked"
(cd "$work/masked" && PATH=$work/usr/lib/snag:$PATH && gcc -c worker.c && cc main.c worker.o -o example) >"$work/log" 2>&1 ||
	fail 'the masked build'
grep -q 'env-write-threaded' "$work/log" || fail 'masked: the link tells nothing'

# The hook: files without a command are named, findings fail the commit.
cp "$source/tools/integrations/pre-commit" "$work/hook"
cd "$work/project" || exit 1
"$cmake" -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$work/log" 2>&1 || fail 'no compile database'
echo 'int h;' >other.c
"$work/hook" main.c worker.c other.c >"$work/log" 2>&1
[ $? -eq 1 ] || fail 'the hook let a finding through'
grep -q "no compile command for 'other.c', skipped" "$work/log" || fail 'the hook passed over a file in silence'
"$work/hook" other.c >"$work/log" 2>&1 || fail 'the hook fails for a file without a command'
