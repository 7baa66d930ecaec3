/* Lists the calls that return pointers into the environment. */
#include "rules/env_gets.h"

/* The origin that stands for what the call returned; UINT32_MAX where nobody looks at it. */
static uint32_t result_origin(const struct function *function, uint32_t event)
{
	for (uint32_t i = 0; i < function->facts->n_origins; i++)
		if (function->facts->origins[i]->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT &&
		    function->facts->origins[i]->number == event)
			return i;
	return UINT32_MAX;
}

static void look(const struct env *env, const struct function *function, uint32_t event, env_get_visit *visit,
		 void *data)
{
	struct env_get get = { .function = function, .event = event };
	const struct phase *phases;

	if (!env_gets_at(env, function, event, &get.names) || !phase_at(env->program, function, event, &phases))
		return;
	get.origin = result_origin(function, event);
	if (get.origin == UINT32_MAX)
		return;
	get.text = env_names_text(env->program, function, &get.names, env->arena);
	visit(data, &get);
}

void env_each_get(const struct env *env, env_get_visit *visit, void *data)
{
	for (size_t f = 0; f < env->program->functions.len; f++) {
		const struct function *function = &env->program->functions.items[f];

		for (uint32_t e = 0; e < function->facts->n_events; e++)
			if (function->facts->events[e]->kind == FACT__EVENT_KIND__EVENT_CALL)
				look(env, function, e, visit, data);
	}
}

const char *env_get_words(const struct env *env, const struct env_get *get)
{
	return get->text ? arena_printf(env->arena, "the value of '%s'", get->text) : "a value from the environment";
}
