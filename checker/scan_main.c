/* snag-scan: facts of compile commands, for `snag`. The only program that loads libclang. */
#include "front/parse.h"
#include "scan/request.h"
#include "scan/serve.h"
#include "scan/share.h"
#include "scan/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 0, STATUS_USAGE = 2, STATUS_NOT_PARSED = 3 };

static int complain(const struct err *err, int status)
{
	fprintf(stderr, "snag-scan: %s\n", err->text);
	return status;
}

static int serve(void)
{
	struct err err = { 0 };

	return scan_serve(stdin, stdout, &err) ? STATUS_OK : complain(&err, STATUS_USAGE);
}

static int share(const char *path, const char *idle_ms)
{
	struct err err = { 0 };

	return scan_share(path, atoi(idle_ms), &err) ? STATUS_OK : complain(&err, STATUS_USAGE);
}

static int version(void)
{
	struct arena arena = { 0 };

	printf("snag-scan %s (%s)\n", SNAG_VERSION, parse_version(&arena));
	arena_release(&arena);
	return STATUS_OK;
}

/* Prints the IR or facts of a command; false where there are none. */
typedef bool make_dump(struct arena *arena, const struct command *command, struct strbuf *out, struct err *err);

static bool dump_ir(struct arena *arena, const struct command *command, struct strbuf *out, struct err *err)
{
	struct ir_unit *unit;
	const char *note;

	if (scan_ir(arena, command, &unit, &note) == FACT__STATUS__STATUS_FAILED)
		return err_set(err, "%s", note);
	ir_print(unit, out);
	return true;
}

static bool dump_facts(struct arena *arena, const struct command *command, struct strbuf *out, struct err *err)
{
	Fact__Unit *unit = scan_unit(arena, command);

	if (unit->status == FACT__STATUS__STATUS_FAILED)
		return err_set(err, "%s", unit->note);
	facts_print(unit, out);
	return true;
}

static int print_dump(make_dump *make)
{
	struct arena arena = { 0 };
	struct scan_request request;
	struct strbuf out = { 0 };
	struct err err = { 0 };
	size_t room = 0;
	char *line = NULL;
	ssize_t length = getline(&line, &room, stdin);
	int status = STATUS_OK;

	if (!scan_request_read(&arena, line, length > 0 ? (size_t)length : 0, false, &request, &err))
		status = complain(&err, STATUS_USAGE);
	else if (!scan_models(&arena, request.models, &err))
		status = complain(&err, STATUS_USAGE);
	else if (!make(&arena, &request.command, &out, &err))
		status = complain(&err, STATUS_NOT_PARSED);
	else
		fputs(strbuf_text(&out), stdout);
	free(line);
	strbuf_release(&out);
	arena_release(&arena);
	return status;
}

static int usage(void)
{
	fputs("usage: snag-scan --server | --share SOCKET MILLISECONDS | --dump-ir | --dump-facts | --version\n", stderr);
	return STATUS_USAGE;
}

int main(int argc, char **argv)
{
	/* On threads of its own, libclang has 8 MiB of stack; on ours, as much as a deep source needs (scan/serve.c). */
	setenv("LIBCLANG_NOTHREADS", "1", 1);
	if (argc == 4 && !strcmp(argv[1], "--share"))
		return share(argv[2], argv[3]);
	if (argc != 2)
		return usage();
	if (!strcmp(argv[1], "--server"))
		return serve();
	if (!strcmp(argv[1], "--dump-ir"))
		return print_dump(dump_ir);
	if (!strcmp(argv[1], "--dump-facts"))
		return print_dump(dump_facts);
	if (!strcmp(argv[1], "--version"))
		return version();
	return usage();
}
