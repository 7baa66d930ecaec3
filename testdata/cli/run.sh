#!/bin/sh
# Runs one test of the command line: run.sh SNAG TEST. A test is a list of the commands below, run in an empty folder.
snag=$1
test=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# What a person's or a CI's environment says must not matter, but where a test sets it.
unset SNAG_DB SNAG_SCAN NO_COLOR CLICOLOR CLICOLOR_FORCE FORCE_COLOR CI CPATH C_INCLUDE_PATH \
	GITHUB_STEP_SUMMARY GITHUB_SERVER_URL GITHUB_REPOSITORY GITHUB_SHA GITHUB_HEAD_REF GITHUB_REF_NAME \
	CI_PROJECT_URL CI_COMMIT_SHA CI_COMMIT_REF_NAME CI_MERGE_REQUEST_SOURCE_BRANCH_NAME CHANGE_BRANCH BRANCH_NAME \
	BUILDKITE_BRANCH BUILDKITE_COMMIT CIRCLE_BRANCH CIRCLE_SHA1 BUILD_SOURCEBRANCHNAME BUILD_SOURCEVERSION GIT_COMMIT \
	SNAG_BRANCH SNAG_COMMIT GIT_DIR GIT_WORK_TREE
unset SNAG_DB SNAG_SCAN SNAG_LIBC SNAG_HOST SNAG_LEVEL SNAG_FAIL_ON SNAG_JOBS SNAG_TIMEOUT SNAG_MAX_DAYS
TERM=dumb
TMPDIR=$work/tmp
export TERM TMPDIR
mkdir "$work/tmp" "$work/project" "$work/project/.git"
cd "$work/project" || exit 1
out=$work/out
err=$work/err

fail() {
	echo "FAIL: $1" >&2
	echo "--- stdout" >&2
	cat "$out" >&2
	echo "--- stderr" >&2
	cat "$err" >&2
	exit 1
}

# run STATUS ARGUMENT…: snag ends with that status and leaves nothing in the folder for temporary files.
run() {
	wanted=$1
	shift
	told="snag $*"
	"$snag" "$@" >"$out" 2>"$err"
	status=$?
	[ "$status" = "$wanted" ] || fail "$told: status $status, not $wanted"
	[ -z "$(ls -A "$work/tmp")" ] || fail "$told: left $(ls -A "$work/tmp") behind"
}

# prints TEXT, says TEXT: somewhere on stdout, on stderr.
prints() {
	grep -qF -e "$1" "$out" || fail "$told: no '$1' on stdout"
}
says() {
	grep -qF -e "$1" "$err" || fail "$told: no '$1' on stderr"
}
# Nothing on stdout, on stderr.
prints_nothing() {
	[ ! -s "$out" ] || fail "$told: something on stdout"
}
says_nothing() {
	[ ! -s "$err" ] || fail "$told: something on stderr"
}
# The one way in which trouble is told.
one_line() {
	[ "$(wc -l <"$err")" -eq 1 ] || fail "$told: not one line on stderr"
	grep -q '^snag: ' "$err" || fail "$told: the line doesn't begin with 'snag: '"
	prints_nothing
}
# trouble STATUS TEXT ARGUMENT…: all of these at once.
trouble() {
	trouble_status=$1
	trouble_text=$2
	shift 2
	run "$trouble_status" "$@"
	one_line
	says "$trouble_text"
}
# database FILE…: compile_commands.json of these files, in the working folder.
database() {
	database_sep='['
	for database_file in "$@"; do
		printf '%s{"directory":"%s","file":"%s","arguments":["cc","-c","%s"]}' \
			"$database_sep" "$PWD" "$database_file" "$database_file"
		database_sep=','
	done >compile_commands.json
	printf ']\n' >>compile_commands.json
}
# A scanner that misbehaves as its files are named, and needs no compiler.
fake_scanner() {
	SNAG_SCAN=$here/fake-scan
	export SNAG_SCAN
}
sum() {
	cksum <"$1"
}

. "$test"
