/* What becomes of a ctype function's answer. */
#include "rules/ctype_uses.h"

#include "rules/trace.h"

/* Origins that are the answer, by conversions and joins. */
struct answer {
	const struct function *function;
	bool *is; /* [origin] */
	bool compared;
};

static bool passes_on(const Fact__Origin *origin)
{
	return origin->kind == FACT__ORIGIN_KIND__ORIGIN_CAST || origin->kind == FACT__ORIGIN_KIND__ORIGIN_UNION;
}

static void spread(struct answer *answer)
{
	const Fact__Function *facts = answer->function->facts;

	for (bool again = true; again;) {
		again = false;
		for (uint32_t i = 0; i < facts->n_origins; i++)
			for (size_t a = 0; a < facts->origins[i]->n_args && !answer->is[i] && passes_on(facts->origins[i]); a++)
				again = answer->is[i] = answer->is[i] || answer->is[facts->origins[i]->args[a]];
	}
}

static bool is_plain_character(const struct function *function, uint32_t origin)
{
	const Fact__Origin *at = origin_of(function, origin_bare(function, origin));

	return at->kind == FACT__ORIGIN_KIND__ORIGIN_INT && at->number >= 0 && at->number < 0x80 &&
	       at->number != 'I' && at->number != 'i';
}

/* Something else is computed of it than whether it is such a character. */
static bool is_computed_on(struct answer *answer)
{
	const Fact__Function *facts = answer->function->facts;

	for (uint32_t i = 0; i < facts->n_origins; i++) {
		const Fact__Origin *origin = facts->origins[i];
		bool equality = origin->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY &&
				(origin->op == FACT__OP__OP_EQ || origin->op == FACT__OP__OP_NE);

		if (answer->is[i])
			continue;
		for (size_t a = 0; a < origin->n_args; a++) {
			if (!answer->is[origin->args[a]])
				continue;
			if (!equality || !is_plain_character(answer->function, origin->args[1 - a]))
				return true;
			answer->compared = true;
		}
	}
	return false;
}

static bool holds(const struct answer *answer, const Fact__Operand *operand)
{
	return operand && answer->is[operand->origin];
}

static bool is_handed_on(const struct answer *answer)
{
	const Fact__Function *facts = answer->function->facts;

	for (size_t i = 0; i < facts->n_events; i++) {
		const Fact__Event *event = facts->events[i];

		for (size_t a = 0; a < event->n_args; a++)
			if (holds(answer, event->args[a]))
				return true;
		if (holds(answer, event->value) || holds(answer, event->target) || holds(answer, event->callee))
			return true;
	}
	return false;
}

/* Edges are all that is left: `== 'y'`, or a case of a switch. */
static bool decides_plainly(const struct answer *answer)
{
	const Fact__Function *facts = answer->function->facts;
	bool any = answer->compared;

	for (size_t b = 0; b < facts->n_blocks; b++)
		for (size_t i = 0; i < facts->blocks[b]->n_edges; i++) {
			const Fact__Edge *edge = facts->blocks[b]->edges[i];

			if (!edge->has_condition || !answer->is[edge->left])
				continue;
			if (!edge->is_default &&
			    ((edge->op != FACT__OP__OP_EQ && edge->op != FACT__OP__OP_NE) ||
			     !is_plain_character(answer->function, edge->right)))
				return false;
			any = true;
		}
	return any;
}

static bool uses_are_plain(struct answer *answer)
{
	return !is_computed_on(answer) && !is_handed_on(answer) && decides_plainly(answer);
}

bool ctype_only_compared(const struct function *function, uint32_t event, struct arena *scratch)
{
	const Fact__Function *facts = function->facts;
	struct answer answer = { .function = function, .is = arena_array(scratch, bool, facts->n_origins) };
	bool any = false;

	for (uint32_t i = 0; i < facts->n_origins; i++) {
		answer.is[i] = facts->origins[i]->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT &&
			       (uint64_t)facts->origins[i]->number == event;
		any = any || answer.is[i];
	}
	if (!any)
		return false;
	spread(&answer);
	return uses_are_plain(&answer);
}

bool ctype_capitalises(const struct function *function, uint32_t event)
{
	const Fact__Event *call = function->facts->events[event];
	const Fact__Origin *from;

	if (call->loop || !call->n_args)
		return false;
	from = origin_of(function, origin_bare(function, call->args[0]->origin));
	if (from->kind != FACT__ORIGIN_KIND__ORIGIN_LOAD)
		return false;
	for (size_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *store = function->facts->events[i];
		const Fact__Origin *value = store->kind == FACT__EVENT_KIND__EVENT_STORE ?
						    origin_of(function, origin_bare(function, store->value->origin)) :
						    NULL;

		if (value && value->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && (uint64_t)value->number == event &&
		    store->target->origin == from->args[0])
			return true;
	}
	return false;
}
