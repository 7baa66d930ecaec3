/* What `snag` asks of a scanner and what this answers: one JSON object a line. */
#ifndef SNAG_SCAN_REQUEST_H
#define SNAG_SCAN_REQUEST_H

#include "command/command.h"
#include "model/facts.h"

#include <stdbool.h>

struct scan_request {
	int64_t id;
	struct command command;
	const char *models;      /* extension_text of the project's; "" for none */
	const char *facts;       /* where they go, absolute; NULL for a dump */
	unsigned timeout_seconds;
};

/* `serving`: the facts' path and the time limit have to be there, too. */
bool scan_request_read(struct arena *arena, const char *line, size_t length, bool serving,
		       struct scan_request *request, struct err *err);

struct scan_answer {
	Fact__Status status;
	uint32_t functions, instructions, opaques;
	int64_t ms, cpu_ms;
	int64_t memory_kib;      /* at its largest */
	char note[512]; /* "" where all is well */
};

/* One line, without its end. To be freed. */
char *scan_answer_line(int64_t id, const struct scan_answer *answer);

#endif
