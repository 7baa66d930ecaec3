/* The parts of a SARIF log, for the files sarif*.c alone. */
#ifndef SNAG_REPORT_SARIF_H
#define SNAG_REPORT_SARIF_H

#include "report/formats.h"
#include "report/json.h"
#include "report/source.h"

/* What a reader of the log takes; beyond that it refuses the whole log. */
struct sarif_limits {
	size_t results, locations, flow_locations, bytes;
};

/* What is left out so that a log stays within its limits: each step leaves out what the ones before it do, too. */
enum sarif_cut { SARIF_WHOLE, SARIF_NO_FLOWS, SARIF_NO_SUPPRESSED, SARIF_NO_UNCHANGED, SARIF_STRONGEST };

struct sarif {
	const struct report_run *run;
	const struct report_options *options;
	const struct sarif_limits *limits;
	struct sources *sources; /* columns count UTF-16 units of the line: it has to be read */
	enum sarif_cut cut;
};

bool sarif_write(FILE *out, const struct report_run *run, const struct report_options *options,
		 const struct sarif_limits *limits, struct err *err);

/* A physical location; without a region where the place has no line. */
json_t *sarif_place(struct sarif *sarif, const struct place *place, const char *path);
json_t *sarif_message(const char *text);

/* The place by which the result is shown: inside the project. NULL: it has none, and no result. */
const struct place *sarif_first_place(const struct sarif *sarif, const struct finding *finding);
json_t *sarif_result(struct sarif *sarif, const struct finding *finding);

/* tool.driver with its rules. */
json_t *sarif_driver(const struct report_run *run);

#endif
