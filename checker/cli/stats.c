/* Writes the coverage and the costs of a run as one JSON object. */
#include "cli/stats.h"

#include "base/files.h"
#include "model/facts.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define STATS_SCHEMA 1

static void put(json_t *object, const char *key, int64_t number)
{
	json_object_set_new(object, key, json_integer((json_int_t)number));
}

static void add(json_t *object, const char *key, int64_t number)
{
	put(object, key, (int64_t)json_integer_value(json_object_get(object, key)) + number);
}

/* Names may hold any bytes, JSON only UTF-8. */
static void put_text(json_t *object, const char *key, const char *text)
{
	json_t *string = json_string(text);
	char *plain = string ? NULL : xstrdup(text);

	for (char *p = plain; p && *p; p++)
		if ((unsigned char)*p >= 0x80)
			*p = '?';
	json_object_set_new(object, key, string ? string : json_string(plain));
	free(plain);
}

/* How often what was not understood, by what it was. */
static json_t *opaques_of(const struct check_unit *unit, json_t *sums)
{
	json_t *kinds = json_object();

	for (size_t i = 0; i < unit->facts->n_opaques; i++) {
		const Fact__OpaqueCount *opaque = unit->facts->opaques[i];

		add(kinds, opaque->what, opaque->count);
		add(sums, opaque->what, opaque->count);
	}
	return kinds;
}

static json_t *unit_of(const struct check_unit *unit, const char *root, json_t *opaque_sums)
{
	json_t *object = json_object();

	put_text(object, "file", path_below(root, unit->file));
	put_text(object, "configuration", unit->configuration);
	put_text(object, "status", facts_status_name(unit->status));
	put_text(object, "note", unit->note);
	put(object, "functions", unit->functions);
	put(object, "instructions", unit->instructions);
	put(object, "opaque_instructions", unit->opaques);
	json_object_set_new(object, "opaques", opaques_of(unit, opaque_sums));
	put(object, "scan_cpu_ms", unit->cpu_ms);
	put(object, "scan_memory_kib", unit->memory_kib);
	return object;
}

static void add_status(json_t *totals, Fact__Status status)
{
	for (int i = FACT__STATUS__STATUS_OK; i <= FACT__STATUS__STATUS_CRASHED; i++)
		add(totals, facts_status_name((Fact__Status)i), i == (int)status);
}

static json_t *stats_of(const struct check_result *result, const char *root)
{
	json_t *units = json_array(), *totals = json_object(), *opaques = json_object();
	int64_t memory = 0;

	for (size_t i = 0; i < result->units.len; i++) {
		const struct check_unit *unit = &result->units.items[i];

		json_array_append_new(units, unit_of(unit, root, opaques));
		add(totals, "units", 1);
		add_status(totals, unit->status);
		add(totals, "functions", unit->functions);
		add(totals, "instructions", unit->instructions);
		add(totals, "opaque_instructions", unit->opaques);
		add(totals, "scan_cpu_ms", unit->cpu_ms);
		memory = unit->memory_kib > memory ? unit->memory_kib : memory;
	}
	json_object_set_new(totals, "opaques", opaques);
	put(totals, "scan_memory_kib", memory);
	return json_pack("{s:i, s:o, s:o}", "schema", STATS_SCHEMA, "totals", totals, "units", units);
}

static void add_own_costs(json_t *stats, const struct check_result *result)
{
	struct rusage used = { 0 };

	getrusage(RUSAGE_SELF, &used);
	put(stats, "programs", (int64_t)result->program_count);
	put(stats, "findings", (int64_t)result->findings.all.len);
	put(stats, "link_cpu_ms", result->link_cpu_ms);
	put(stats, "rules_cpu_ms", result->rules_cpu_ms);
	put(stats, "memory_kib", used.ru_maxrss);
	put(stats, "wall_ms", result->ms);
}

bool stats_write(const char *path, const struct check_result *result, const char *root, struct err *err)
{
	json_t *stats = stats_of(result, root);
	char *text;
	bool ok;

	add_own_costs(stats, result);
	text = json_dumps(stats, JSON_INDENT(1));
	json_decref(stats);
	if (!text)
		return err_set(err, "cannot write '%s': no memory", path);
	ok = file_write(path, text, strlen(text), err);
	free(text);
	return ok;
}
