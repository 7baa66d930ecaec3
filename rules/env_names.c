/* Names of environment variables: literals, parameters, tables, and what is written into a buffer. */
#include "rules/env_names.h"

#include "rules/trace.h"

#include <string.h>

#define NAMES_LIMIT 24
/* Callers of callers looked at for a parameter. */
#define CALLER_LIMIT 200

bool env_name_alike(const struct env_name *a, const struct env_name *b)
{
	if (a->kind != b->kind || a->number != b->number)
		return false;
	return a->kind != ENV_NAME_TEXT || !strcmp(a->text, b->text);
}

void env_names_add(struct env_names *names, struct env_name name, struct arena *arena)
{
	for (size_t i = 0; i < names->all.len; i++)
		if (env_name_alike(&names->all.items[i], &name))
			return;
	if (names->all.len == NAMES_LIMIT - 1)
		name = ENV_ANY;
	if (names->all.len < NAMES_LIMIT)
		vec_push(arena, &names->all, name);
}

/* What is collected for one operand. */
struct naming {
	const struct program *program;
	bool pair;
	struct arena *arena;
	struct env_names *names;
};

static void add_text(struct naming *naming, const char *text)
{
	const char *name = variable_name(text, naming->arena);

	if (name)
		env_names_add(naming->names, (struct env_name){ .kind = ENV_NAME_TEXT, .text = name }, naming->arena);
	else
		env_names_add(naming->names, ENV_ANY, naming->arena);
}

static bool add_source(void *data, const struct value_source *source)
{
	struct naming *naming = data;
	const Fact__Origin *origin = values_source_origin(source);

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_STRING && !source->computed)
		add_text(naming, arena_strndup(naming->arena, (const char *)origin->text.data, origin->text.len));
	else if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_INT)
		env_names_add(naming->names, ENV_ANY, naming->arena);
	return true;
}

/* Whether a format or text fixes the name: something before '=' without a conversion. */
static bool fixes_name(const char *text)
{
	size_t length = text ? strcspn(text, "=%") : 0;

	return length && text[length] == '=';
}

static bool starts_with_argument(const char *format)
{
	return format && !strncmp(format, "%s=", 3);
}

static void add_leaves(struct naming *naming, const struct function *function, uint32_t origin);

/* The name that a copying call writes before '=': by its format, or the text behind "%s=". */
static bool add_copied(struct naming *naming, const struct function *function, const Fact__Event *event, size_t first)
{
	for (size_t i = first; i < event->n_args; i++) {
		const char *text = trace_text(naming->program, function, event->args[i], naming->arena);

		if (fixes_name(text)) {
			add_text(naming, text);
			return true;
		}
		if (starts_with_argument(text) && i + 1 < event->n_args) {
			naming->pair = false;
			add_leaves(naming, function, event->args[i + 1]->origin);
			naming->pair = true;
			return true;
		}
	}
	return false;
}

/* What the calls of the function write into the memory at `root`; false where none tells a name. */
static bool add_buffer(struct naming *naming, const struct function *function, uint32_t root)
{
	const char *place = values_place_key(naming->program, function, root, naming->arena);
	bool any = false;

	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		const Fact__Event *event = function->facts->events[e];
		const char *callee = program_library_callee(naming->program, function, e);
		const struct model_trait *copies = callee ? model_trait(callee, TRAIT_COPIES) : NULL;
		uint32_t into;

		if (!copies || copies->a < 0 || (size_t)copies->a >= event->n_args)
			continue;
		into = origin_root(function, event->args[copies->a]->origin);
		if (into != root &&
		    (!*place || strcmp(place, values_place_key(naming->program, function, into, naming->arena)) != 0))
			continue;
		any |= add_copied(naming, function, event, (size_t)copies->a + 1);
	}
	return any;
}

/* The call that made the memory may say what it copied there: strdup, asprintf. */
static bool add_made(struct naming *naming, const struct function *function, const Fact__Origin *origin)
{
	const Fact__Event *event = function->facts->events[origin->number];
	const char *callee = program_library_callee(naming->program, function, (uint32_t)origin->number);
	const struct model_trait *copies = callee ? model_trait(callee, TRAIT_COPIES) : NULL;

	/* A function of the program that is handed "NAME=%s" and returns a string. */
	if (!callee)
		return add_copied(naming, function, event, 0);
	return copies && add_copied(naming, function, event,
				    origin->kind == FACT__ORIGIN_KIND__ORIGIN_OUT ? 1 : (size_t)(copies->b < 0 ? 0 : copies->b));
}

static void add_leaf(struct naming *naming, const struct function *function, uint32_t leaf)
{
	const Fact__Origin *origin = origin_of(function, leaf);

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM) {
		if (!naming->pair || !add_buffer(naming, function, leaf))
			env_names_add(naming->names,
				      (struct env_name){ .kind = ENV_NAME_PARAM, .number = (uint32_t)origin->number },
				      naming->arena);
		return;
	}
	if (naming->pair && origin->kind != FACT__ORIGIN_KIND__ORIGIN_STRING) {
		bool made = origin->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT ||
			    origin->kind == FACT__ORIGIN_KIND__ORIGIN_OUT;

		if (add_buffer(naming, function, origin_root(function, leaf)) ||
		    (made && add_made(naming, function, origin)))
			return;
	}
	values_trace_origin(naming->program, function, leaf, add_source, naming);
}

static void add_leaves(struct naming *naming, const struct function *function, uint32_t origin)
{
	uint32_t seen[NAMES_LIMIT] = { origin };
	size_t count = 1;

	for (size_t i = 0; i < count; i++) {
		const Fact__Origin *at = origin_of(function, seen[i]);

		if (at->kind != FACT__ORIGIN_KIND__ORIGIN_CAST && at->kind != FACT__ORIGIN_KIND__ORIGIN_UNION) {
			add_leaf(naming, function, seen[i]);
			continue;
		}
		for (size_t a = 0; a < at->n_args; a++) {
			bool known = false;

			for (size_t k = 0; k < count; k++)
				known |= seen[k] == at->args[a];
			if (!known && count < NAMES_LIMIT)
				seen[count++] = at->args[a];
		}
	}
}

void env_names_of(const struct program *program, const struct function *function, const Fact__Operand *operand,
		  bool pair, struct arena *arena, struct env_names *names)
{
	struct naming naming = { program, pair, arena, names };

	add_leaves(&naming, function, operand->origin);
	if (!names->all.len)
		env_names_add(names, ENV_ANY, arena);
}

void env_names_at_call(const struct program *program, const struct function *caller, uint32_t event,
		       const struct env_names *names, struct arena *arena, struct env_names *out)
{
	const Fact__Event *call = caller->facts->events[event];

	for (size_t i = 0; i < names->all.len; i++) {
		const struct env_name *name = &names->all.items[i];

		if (name->kind != ENV_NAME_PARAM)
			env_names_add(out, *name, arena);
		else if (name->number < call->n_args)
			env_names_of(program, caller, call->args[name->number], false, arena, out);
		else
			env_names_add(out, ENV_ANY, arena);
	}
}

/* A name and the function in which its parameter speaks. */
struct pending_name {
	const struct function *function;
	struct env_name name;
};

void env_names_resolve(const struct program *program, const struct function *function, const struct env_names *names,
		       struct arena *arena, struct env_names *out)
{
	VEC(struct pending_name) todo = { 0 };

	for (size_t i = 0; i < names->all.len; i++)
		vec_push(arena, &todo, (struct pending_name){ function, names->all.items[i] });
	for (size_t i = 0; i < todo.len; i++) {
		struct pending_name at = todo.items[i];

		if (at.name.kind != ENV_NAME_PARAM || !at.function->call_sites.len || todo.len > CALLER_LIMIT) {
			env_names_add(out, at.name.kind == ENV_NAME_TEXT ? at.name : ENV_ANY, arena);
			continue;
		}
		for (size_t c = 0; c < at.function->call_sites.len; c++) {
			const struct call *call = &program->calls.items[at.function->call_sites.items[c]];
			const struct function *caller = &program->functions.items[call->caller];
			struct env_names one = { 0 }, here = { 0 };

			vec_push(arena, &one.all, at.name);
			if (call->how <= CALL_MAYBE)
				env_names_at_call(program, caller, call->event, &one, arena, &here);
			else
				env_names_add(&here, ENV_ANY, arena);
			for (size_t k = 0; k < here.all.len; k++)
				vec_push(arena, &todo, (struct pending_name){ caller, here.all.items[k] });
		}
	}
}

static enum env_same compare_alike(const struct env_names *a, const struct env_names *b)
{
	enum env_same same = ENV_DIFFERENT;

	for (size_t i = 0; i < a->all.len; i++)
		for (size_t k = 0; k < b->all.len; k++) {
			if (a->all.items[i].kind != ENV_NAME_ANY && env_name_alike(&a->all.items[i], &b->all.items[k]))
				return ENV_SAME;
			if (a->all.items[i].kind != ENV_NAME_TEXT || b->all.items[k].kind != ENV_NAME_TEXT)
				same = ENV_MAY_BE_SAME;
		}
	return same;
}

enum env_same env_names_compare(const struct program *program, const struct function *function,
				const struct env_names *a, const struct env_names *b, struct arena *arena)
{
	enum env_same same = compare_alike(a, b);
	struct env_names left = { 0 }, right = { 0 };

	if (same != ENV_MAY_BE_SAME)
		return same;
	env_names_resolve(program, function, a, arena, &left);
	env_names_resolve(program, function, b, arena, &right);
	return compare_alike(&left, &right);
}

const char *env_names_text(const struct program *program, const struct function *function,
			   const struct env_names *names, struct arena *arena)
{
	struct env_names texts = { 0 };

	env_names_resolve(program, function, names, arena, &texts);
	return texts.all.len == 1 && texts.all.items[0].kind == ENV_NAME_TEXT ? texts.all.items[0].text : NULL;
}
