/* How large a container of C++ is made, as far as every call that sizes it says the same. */
#include "rules/sizes.h"

#include "rules/trace.h"

#include <string.h>

struct sizing {
	const struct program *program;
	const char *key; /* of the container's place */
	bool any, failed;
	int64_t number;
};

/* The count that the call gives: a constructor may take something else there. */
static const Fact__Operand *count_of(const struct function *function, const Fact__Event *event,
				     const struct model_trait *sizes)
{
	const Fact__Operand *operand = (size_t)sizes->b < event->n_args ? event->args[sizes->b] : NULL;
	const Fact__Type *type = operand ? origin_type(function, operand->origin) : NULL;

	return type && type->kind == FACT__TYPE_KIND__TYPE_INT ? operand : NULL;
}

static void see_call(struct sizing *sizing, const struct call *call)
{
	const struct program *program = sizing->program;
	const struct function *function = &program->functions.items[call->caller];
	const struct model_trait *sizes = call->library ? model_trait(call->library, TRAIT_SIZES) : NULL;
	const Fact__Event *event = function->facts->events[call->event];
	const Fact__Operand *count;
	int64_t number;

	if (!sizes || !event->n_args ||
	    strcmp(values_place_key(program, function, event->args[0]->origin, program->arena), sizing->key) != 0)
		return;
	count = count_of(function, event, sizes);
	if (!count) {
		/* Made empty, or of something else that has a size of its own. */
		sizing->failed = sizing->failed || event->n_args > 2;
		return;
	}
	if (!trace_number(program, function, count, &number) || (sizing->any && number != sizing->number))
		sizing->failed = true;
	sizing->any = true;
	sizing->number = number;
}

bool trace_size(const struct program *program, const struct function *function, const Fact__Operand *operand,
		int64_t *number)
{
	uint32_t bare = origin_bare(function, operand->origin);
	const char *callee = result_of(program, function, bare);
	const struct model_trait *gives = callee ? model_trait(callee, TRAIT_SIZE_OF) : NULL;
	struct sizing sizing = { .program = program };
	const Fact__Event *event;

	if (!gives)
		return trace_number(program, function, operand, number);
	event = function->facts->events[origin_of(function, bare)->number];
	if ((size_t)gives->a >= event->n_args)
		return false;
	sizing.key = values_place_key(program, function, event->args[gives->a]->origin, program->arena);
	for (size_t i = 0; i < program->calls.len && sizing.key[0] && !sizing.failed; i++)
		see_call(&sizing, &program->calls.items[i]);
	*number = sizing.number;
	return sizing.any && !sizing.failed;
}
