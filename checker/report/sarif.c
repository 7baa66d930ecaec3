/* SARIF 2.1.0 as GitHub's code scanning wants it: one run, within GitHub's limits. */
#include "report/sarif.h"

#include <string.h>

/*
 * GitHub's, of a run and of a result; 10 MB of gzip are at least ten times as
 * much text.
 */
static const struct sarif_limits github_limits = { .results = 25000, .locations = 1000, .flow_locations = 10000,
						   .bytes = (size_t)100 << 20 };

static const char *const cut_words[] = {
	[SARIF_NO_FLOWS] = "paths are left out, since the log would be too large",
	[SARIF_NO_SUPPRESSED] = "suppressed findings are left out, since the log would be too large",
	[SARIF_NO_UNCHANGED] = "findings of earlier runs are left out, since the log would be too large",
	[SARIF_STRONGEST] = "only the strongest findings are there, since the log would be too large",
};

static bool is_wanted(const struct sarif *sarif, const struct finding *finding)
{
	if (finding->suppressed && (!sarif->options->sarif_suppressed || sarif->cut >= SARIF_NO_SUPPRESSED))
		return false;
	return sarif->cut < SARIF_NO_UNCHANGED || report_is_new(finding);
}

/* How many findings of a level get in: all that are wanted, or as many as stronger ones leave room for. */
static void make_room(const struct sarif *sarif, size_t room[3])
{
	size_t left = sarif->limits->results, wanted[3] = { 0 };

	for (size_t i = 0; i < sarif->run->count; i++)
		wanted[sarif->run->findings[i]->level] += is_wanted(sarif, sarif->run->findings[i]);
	for (int level = LEVEL_ERROR; level >= LEVEL_NOTE; level--) {
		room[level] = sarif->cut < SARIF_STRONGEST || wanted[level] < left ? wanted[level] : left;
		left -= room[level] < left ? room[level] : left;
	}
}

/* Adds the results; gives their number. */
static size_t add_results(struct strbuf *out, struct sarif *sarif)
{
	size_t room[3], count = 0;

	make_room(sarif, room);
	for (size_t i = 0; i < sarif->run->count; i++) {
		const struct finding *finding = sarif->run->findings[i];

		if (!is_wanted(sarif, finding) || !room[finding->level] || !sarif_first_place(sarif, finding))
			continue;
		if (sarif->cut == SARIF_STRONGEST && out->len > sarif->limits->bytes)
			break;
		room[finding->level]--;
		strbuf_addstr(out, count++ ? ",\n" : "\n");
		json_add(out, sarif_result(sarif, finding));
	}
	return count;
}

static json_t *notification(const char *level, const char *text)
{
	return json_pack("{s:s, s:o}", "level", level, "message", sarif_message(text));
}

static json_t *gap_notification(struct sarif *sarif, const struct report_gap *gap)
{
	const char *path = report_path(sarif->options, gap->file);
	struct strbuf text = { 0 };
	json_t *object;

	strbuf_addf(&text, "%s: %s.", gap->in_part ? "analysed in part" : "not analysed", gap->note);
	object = notification(gap->in_part ? "warning" : "error", text.text);
	json_put(object, "locations", json_pack("[{s:o}]", "physicalLocation",
		sarif_place(sarif, &(struct place){ .file = gap->file }, path)));
	strbuf_release(&text);
	return object;
}

static size_t outside_count(const struct sarif *sarif)
{
	size_t count = 0;

	for (size_t i = 0; i < sarif->run->count; i++)
		count += is_wanted(sarif, sarif->run->findings[i]) && !sarif_first_place(sarif, sarif->run->findings[i]);
	return count;
}

static json_t *invocation(struct sarif *sarif)
{
	json_t *notifications = json_array();
	size_t outside = outside_count(sarif);

	for (size_t i = 0; i < sarif->run->gap_count; i++)
		json_push(notifications, gap_notification(sarif, &sarif->run->gaps[i]));
	for (int cut = SARIF_NO_FLOWS; cut <= (int)sarif->cut; cut++)
		json_push(notifications, notification("warning", cut_words[cut]));
	if (outside) {
		struct strbuf text = { 0 };

		strbuf_addf(&text, "%zu finding%s outside of the project left out.", outside, outside == 1 ? "" : "s");
		json_push(notifications, notification("note", text.text));
		strbuf_release(&text);
	}
	return json_pack("{s:b, s:o}", "executionSuccessful", (int)!sarif->run->incomplete,
		"toolExecutionNotifications", notifications);
}

static json_t *provenance(const struct report_run *run)
{
	json_t *object = json_pack("{s:o, s:{s:s}}",
		"repositoryUri", json_text(run->repository),
		"mappedTo", "uriBaseId", "SRCROOT");

	if (run->commit)
		json_put(object, "revisionId", json_text(run->commit));
	if (run->branch)
		json_put(object, "branch", json_text(run->branch));
	return object;
}

/* The run without its results. */
static json_t *run_object(struct sarif *sarif)
{
	const struct report_run *run = sarif->run;
	struct strbuf id = { 0 };
	json_t *object;

	strbuf_addf(&id, "snag/%s/", run->category ? run->category : "default");
	object = json_pack("{s:{s:o}, s:s, s:{s:{s:o}, s:{s:o}}, s:{s:o}, s:[o]}",
		"tool", "driver", sarif_driver(run),
		"columnKind", "utf16CodeUnits",
		"originalUriBaseIds",
		"SRCROOT", "description", sarif_message("The root of the project."),
		"EXTERNAL", "description", sarif_message("Files of other projects, by their last two names."),
		"automationDetails", "id", json_text(id.text),
		"invocations", invocation(sarif));
	if (run->repository)
		json_put(object, "versionControlProvenance", json_pack("[o]", provenance(run)));
	strbuf_release(&id);
	return object;
}

/* The whole log; false where it has to be cut further. Results come one a line, so that logs can be compared. */
static bool render(struct strbuf *out, struct sarif *sarif)
{
	size_t count;

	strbuf_cut(out, 0);
	strbuf_addstr(out, "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
			   "sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[\n");
	json_add(out, run_object(sarif));
	strbuf_cut(out, out->len - 1); /* its closing brace */
	strbuf_addstr(out, ",\n\"results\":[");
	count = add_results(out, sarif);
	strbuf_addstr(out, "]}]}\n");
	return count <= sarif->limits->results && out->len <= sarif->limits->bytes;
}

bool sarif_write(FILE *out, const struct report_run *run, const struct report_options *options,
		 const struct sarif_limits *limits, struct err *err)
{
	struct sources sources = { 0 };
	struct sarif sarif = { run, options, limits, &sources, SARIF_WHOLE };
	struct strbuf log = { 0 };
	bool ok;

	while (!render(&log, &sarif) && sarif.cut < SARIF_STRONGEST)
		sarif.cut++;
	ok = report_put(out, &log, err) && report_flush(out, err);
	strbuf_release(&log);
	sources_release(&sources);
	return ok;
}

bool report_sarif(FILE *out, const struct report_run *run, const struct report_options *options, struct err *err)
{
	return sarif_write(out, run, options, &github_limits, err);
}
