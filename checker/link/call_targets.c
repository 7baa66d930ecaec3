/* What is found out of calls: their targets, and functions that libraries are handed to run. */
#include "link/callgraph.h"
#include "link/values.h"
#include "model/models.h"

#include <string.h>

/* In C++ nothing else is called `this`. */
static bool has_object(const struct function *target)
{
	const Fact__Function *facts = target->facts;

	return facts->n_parameter_names && !strcmp(facts->parameter_names[0], "this") &&
	       (!strncmp(target->link_name, "_Z", 2) || strstr(target->link_name, ".lambda"));
}

bool brings_object(const Fact__Event *event, const struct function *target)
{
	return event->n_args + 1 == target->facts->parameter_count && has_object(target);
}

const Fact__Operand *call_argument(const struct program *program, const struct call *call, uint32_t parameter)
{
	const struct function *caller = &program->functions.items[call->caller];
	const Fact__Event *event = caller->facts->events[call->event];
	const struct model_thread_creator *creator;
	const char *name;

	switch (call->how) {
	case CALL_POINTER:
	case CALL_MAYBE:
		if (brings_object(event, &program->functions.items[call->target]))
			return parameter ? event->args[parameter - 1] : NULL;
		return parameter < event->n_args ? event->args[parameter] : NULL;
	case CALL_DIRECT:
		return parameter < event->n_args ? event->args[parameter] : NULL;
	case CALL_THREAD:
		name = program_library_callee(program, caller, call->event);
		creator = name ? model_thread_creator(name) : NULL;
		if (!creator || creator->entry_arg < 0 || parameter ||
		    event->n_args != (size_t)creator->entry_arg + 2)
			return NULL;
		return event->args[creator->entry_arg + 1];
	default:
		return NULL;
	}
}

static uint32_t library_value(struct call_builder *b, const char *name)
{
	uint32_t index = names_add(&b->libraries, name);

	if (index == b->library_names.len)
		vec_push(b->arena, &b->library_names, name);
	return index | LIBRARY_BIT;
}

uint32_t call_model_value(struct call_builder *b, const Fact__Unit *unit, uint32_t symbol)
{
	const struct program *program = b->program;
	uint32_t u = program_unit(program, unit);

	if (program->function_of_symbol[u][symbol] == UINT32_MAX || !program->library_of_symbol[u][symbol])
		return FLOW_ANY;
	return library_value(b, program->library_of_symbol[u][symbol]);
}

uint32_t call_symbol_value(struct call_builder *b, const Fact__Unit *unit, uint32_t symbol)
{
	const struct program *program = b->program;
	uint32_t u = program_unit(program, unit);

	if (program->function_of_symbol[u][symbol] != UINT32_MAX)
		return program->function_of_symbol[u][symbol];
	if (program->library_of_symbol[u][symbol])
		return library_value(b, program->library_of_symbol[u][symbol]);
	return FLOW_ANY;
}

/* False where it was known. */
static bool add_found(struct call_builder *b, const struct watch *site, uint32_t value, bool maybe)
{
	uint64_t key = (uint64_t)call_event_node(b, site->function, site->event) << 32 | value;
	uint64_t *hows = map_put(&b->found_index, key, 0, NULL);
	bool library = value & LIBRARY_BIT;

	if (*hows >> site->how & 1)
		return false;
	*hows |= (uint64_t)1 << site->how;
	vec_push(b->arena, &b->found,
		 (struct call){ .caller = site->function,
				.event = site->event,
				.target = library ? UINT32_MAX : value,
				.library = library ? b->library_names.items[value & ~LIBRARY_BIT] : NULL,
				.how = site->how,
				.maybe = maybe || b->guessing });
	return true;
}

void call_watch(struct call_builder *b, uint32_t node, uint32_t function, uint32_t event, enum call_how how)
{
	vec_push(b->arena, &b->watches,
		 (struct watch){ .function = function, .event = event, .how = how, .sample = UINT32_MAX });
	flow_add_watch(&b->flow, node, (uint32_t)b->watches.len - 1);
}

static void watch_argument(struct call_builder *b, const struct watch *site, int64_t argument, enum call_how how)
{
	const Fact__Event *event = b->program->functions.items[site->function].facts->events[site->event];

	if (argument >= 0 && (size_t)argument < event->n_args)
		call_watch(b, call_operand_node(b, site->function, event->args[argument]), site->function,
			   site->event, how);
}

/* What is written there is handed over with it. */
static void watch_write(struct call_builder *b, const struct watch *site, const struct place_write *write,
			enum call_how how)
{
	struct watch initial = *site;
	const Fact__Event *store;
	uint32_t value;

	initial.how = how;
	if (!write->init) {
		store = b->program->functions.items[write->function].facts->events[write->event];
		call_watch(b, call_operand_node(b, write->function, store->value), site->function, site->event, how);
	} else if (write->init->value->kind == FACT__ORIGIN_KIND__ORIGIN_FUNCTION) {
		value = call_symbol_value(b, write->unit, write->init->value->symbol);
		if (value != FLOW_ANY)
			add_found(b, &initial, value, false);
	}
}

/* Functions in fields of the object that an argument points to: sigevent, sigaction and their like. */
static void watch_pointed_fields(struct call_builder *b, const struct watch *site, int64_t argument, enum call_how how)
{
	const struct function *function = &b->program->functions.items[site->function];
	const Fact__Event *event = function->facts->events[site->event];
	const struct values *values = b->program->values;
	const char *key;
	size_t length;

	if (argument < 0 || (size_t)argument >= event->n_args)
		return;
	key = values_place_key(b->program, function, event->args[argument]->origin, b->arena);
	length = strlen(key);
	for (size_t w = 0; length && w < values->writes.len; w++) {
		const struct place_write *write = &values->writes.items[w];
		const char *exact = values->places.texts[write->exact];

		if (!strncmp(exact, key, length) && exact[length] == '.')
			watch_write(b, site, write, how);
	}
}

/* `void *` is what functions take that ask for an address, as dladdr does. Those that call back say what they call. */
static bool may_call_back(const struct function *function, const Fact__Operand *argument)
{
	const Fact__Type *type = function->unit->types[argument->type];

	return type->kind != FACT__TYPE_KIND__TYPE_POINTER || !type->element ||
	       function->unit->types[type->element - 1]->kind != FACT__TYPE_KIND__TYPE_VOID;
}

/* What a library function does with functions that it is handed. */
static void apply_models(struct call_builder *b, const struct watch *site, const char *name)
{
	const struct function *function = &b->program->functions.items[site->function];
	const Fact__Event *event = function->facts->events[site->event];
	const struct model_thread_creator *creator = model_thread_creator(name);
	size_t count = 0;
	const struct model_trait *traits = model_traits(name, &count);

	for (size_t i = 0; i < count; i++) {
		if (traits[i].trait == TRAIT_RUNS_ARG) {
			watch_argument(b, site, traits[i].a, CALL_RUNS);
		} else if (traits[i].trait == TRAIT_LATER_ARG) {
			watch_argument(b, site, traits[i].a, CALL_LATER);
			watch_pointed_fields(b, site, traits[i].a, CALL_LATER);
		} else if (traits[i].trait == TRAIT_RETURNS_ARG && traits[i].a >= 0 &&
			   (size_t)traits[i].a < event->n_args) {
			flow_add_edge(&b->flow, call_operand_node(b, site->function, event->args[traits[i].a]),
				      call_event_node(b, site->function, site->event));
		}
	}
	if (creator && creator->entry_arg >= 0) {
		watch_argument(b, site, creator->entry_arg, CALL_THREAD);
		return;
	}
	for (uint32_t a = 0; a < event->n_args; a++) {
		if (creator && !strcmp(creator->kind, "signal-thread"))
			watch_pointed_fields(b, site, a, CALL_THREAD);
		if (count || !may_call_back(function, event->args[a]))
			continue;
		watch_argument(b, site, a, CALL_RUNS);
		watch_argument(b, site, a, CALL_LATER);
	}
}

/* What the caller hands over flows into the target's parameters. */
static void bind_arguments(struct call_builder *b, const struct call *call)
{
	const struct function *target = &b->program->functions.items[call->target];

	for (uint32_t p = 0; p < target->facts->parameter_count; p++) {
		const Fact__Operand *argument = call_argument(b->program, call, p);

		if (argument)
			flow_add_edge(&b->flow, call_operand_node(b, call->caller, argument),
				      b->bases[call->target].parameter + p);
	}
}

void call_add_target(struct call_builder *b, const struct watch *site, uint32_t value, bool maybe)
{
	struct call call;

	if (!add_found(b, site, value, maybe))
		return;
	call = b->found.items[b->found.len - 1];
	if (call.target == UINT32_MAX) {
		apply_models(b, site, call.library);
		return;
	}
	bind_arguments(b, &call);
	if (call.how != CALL_THREAD)
		flow_add_edge(&b->flow, b->bases[call.target].result, call_event_node(b, call.caller, call.event));
}

/* A set too large to know: whatever looks like what was in it. */
static void run_any(struct call_builder *b, const struct watch *site)
{
	const struct function *functions = b->program->functions.items;

	if (site->sample == UINT32_MAX)
		return;
	for (uint32_t f = 0; f < b->program->functions.len; f++)
		if (b->taken[f] && functions_alike(&functions[site->sample], &functions[f]))
			add_found(b, site, f, true);
}

void call_heard(void *data, uint32_t index, uint32_t value)
{
	struct call_builder *b = data;
	struct watch site = b->watches.items[index];

	if (site.how == CALL_POINTER) {
		*call_site(b, site.function, site.event) |= value == FLOW_ANY ? SITE_ANY : SITE_FOUND;
		if (value != FLOW_ANY)
			call_add_target(b, &site, value, false);
		return;
	}
	if (value == FLOW_ANY) {
		run_any(b, &site);
		return;
	}
	if (site.sample == UINT32_MAX && !(value & LIBRARY_BIT))
		b->watches.items[index].sample = value;
	if (add_found(b, &site, value, false) && site.how == CALL_THREAD && !(value & LIBRARY_BIT))
		bind_arguments(b, &b->found.items[b->found.len - 1]);
}
