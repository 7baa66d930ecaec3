/* Which reads become events: those of the environment, as far as one function tells. */
#include "flow/body.h"

#include "model/models.h"

/* Joins and steps looked through for what an address starts from. */
#define LOOK_LIMIT 32

struct look {
	const struct body *body;
	uint32_t seen[LOOK_LIMIT];
	uint32_t count;
	bool found; /* something that may lie in the environment */
};

static const struct value *value_at(const struct body *body, uint32_t value)
{
	return &body->values.all.items[value];
}

static void look_at(struct look *look, uint32_t value)
{
	for (uint32_t i = 0; i < look->count; i++)
		if (look->seen[i] == value)
			return;
	if (look->count < LOOK_LIMIT)
		look->seen[look->count++] = value;
}

static bool is_environ(const struct body *body, const struct value *v)
{
	return v->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL && !body->unit->symbols.items[v->symbol].defined &&
	       model_trait(body->unit->symbols.items[v->symbol].name, TRAIT_ENVIRON);
}

/* How often a type points before it comes to a byte; -1 where it comes to something else. */
static int depth_to_byte(const struct body *body, uint32_t type)
{
	const struct ir_type *types = body->unit->types.items;
	int depth = 0;

	for (; types[type].kind == IR_T_POINTER && types[type].element != IR_NONE && depth < 4; depth++)
		type = types[type].element;
	return types[type].kind == IR_T_INT && types[type].size == 1 ? depth : -1;
}

/* Results of functions that aren't known may come from getenv; those of known ones say so. */
static void see_result(struct look *look, const struct value *v)
{
	const struct event *event = &look->body->events.items[v->number];
	const char *library = body_library_name(look->body, event->callee);
	const struct model_trait *same = library ? model_trait(library, TRAIT_RETURNS_ARG) : NULL;

	if (same && same->a >= 0 && (uint64_t)same->a < event->arg_count)
		look_at(look, event->args[same->a]);
	else if (!library || !model_knows(library) || model_trait(library, TRAIT_ENV_GET) ||
		 model_trait(library, TRAIT_ENVIRON))
		look->found = depth_to_byte(look->body, v->type) > 0;
}

static void see(struct look *look, const struct value *v)
{
	switch (v->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_CAST:
	case FACT__ORIGIN_KIND__ORIGIN_ELEMENT:
		look_at(look, v->args[0]);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_UNION:
		for (uint32_t i = 0; i < v->arg_count; i++)
			look_at(look, v->args[i]);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
		look->found = is_environ(look->body, v);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_LOAD: /* of environ, or of a pointer kept in an object of the function */
		v = value_at(look->body, v->args[0]);
		look->found = is_environ(look->body, v) || v->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL;
		break;
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		look->found = depth_to_byte(look->body, v->type) > 1;
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		see_result(look, v);
		break;
	default:
		break;
	}
}

static bool counts(const struct body *body, const struct event *event)
{
	struct look look = { .body = body, .seen = { event->target }, .count = 1 };

	for (uint32_t i = 0; i < look.count && !look.found; i++)
		see(&look, value_at(body, look.seen[i]));
	return look.found;
}

/* Calls are known by their event's number, in values and in versions of memory. */
static void renumber(struct body *body, const uint32_t *now)
{
	for (size_t i = 0; i < body->values.all.len; i++) {
		struct value *v = &body->values.all.items[i];

		if (v->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT)
			v->number = now[v->number];
	}
	for (size_t i = 0; i < body->values.versions.len; i++) {
		struct version *version = &body->values.versions.items[i];

		if (version->kind == VERSION_CALL)
			version->event = now[version->event];
	}
}

void body_choose_loads(struct body *body)
{
	size_t count = body->events.len;
	uint32_t *now = arena_array(body->arena, uint32_t, count + 1), kept = 0;
	bool *keep = arena_array(body->arena, bool, count + 1);

	for (size_t i = 0; i < count; i++)
		keep[i] = body->events.items[i].kind != FACT__EVENT_KIND__EVENT_LOAD ||
			  counts(body, &body->events.items[i]);
	for (size_t i = 0; i < count; i++) {
		now[i] = kept;
		kept += keep[i];
	}
	now[count] = kept;
	if (kept == count)
		return;
	for (uint32_t b = 0; b < body->graph.block_count; b++) {
		struct block_events *events = &body->events_of[b];
		uint32_t end = now[events->first + events->count];

		events->first = now[events->first];
		events->count = end - events->first;
	}
	for (size_t i = 0; i < count; i++)
		if (keep[i])
			body->events.items[now[i]] = body->events.items[i];
	body->events.len = kept;
	renumber(body, now);
}
