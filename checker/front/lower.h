/* From cursors to instructions: expressions, statements, initialisers, functions. */
#ifndef SNAG_FRONT_LOWER_H
#define SNAG_FRONT_LOWER_H

#include "front/build.h"

/* --- functions and objects (lower_function.c) ---------------------------------- */

/* Lowers a definition that carries a body; any other is passed over. */
void lower_function(struct front *front, CXCursor definition);
/* A function that another one chooses when the program starts: `ifunc` (lower_ifunc.c). */
void lower_chosen_function(struct front *front, CXCursor declaration);
/* A function that initialises an object before main does what no constant can (lower_start.c). */
void lower_dynamic_initializer(struct front *front, CXCursor definition, CXCursor initializer);
/* A function that ends an object, where something does: one outside of functions whenever the program is left. */
void lower_finalizer(struct front *front, CXCursor definition);
/* A function that calls those which initial content from `first` on names, before main or behind it. */
void lower_listed_functions(struct front *front, CXCursor definition, size_t first, bool behind);
/* The initial content of an object with static storage (static_init.c). */
void lower_static_object(struct front *front, CXCursor definition);
/* Whether no constant says what an initialiser of static storage comes to. */
bool static_needs_code(struct front *front, CXCursor initializer);

/* --- statements (lower_statement.c, lower_switch.c, lower_loop.c) ------------------ */

void lower_statement(struct builder *b, CXCursor statement);
void lower_compound(struct builder *b, CXCursor compound);
void lower_declaration(struct builder *b, CXCursor declaration);
/* Sizes of a variable array are evaluated where it is declared. */
void lower_sizes(struct builder *b, CXCursor declaration, CXCursor initializer);
/* The local of a variable; it comes to live when the caller enters it. */
uint32_t lower_local(struct builder *b, CXCursor declaration);
/* `({ … })`; its value, or none where nobody wants it. */
struct ir_value lower_statement_expression(struct builder *b, CXCursor expression, bool wanted);
void lower_switch(struct builder *b, CXCursor statement);
/* Labels of a case and those behind it; returns the statement they lead to. */
CXCursor lower_case_labels(struct builder *b, CXCursor statement);
void lower_for(struct builder *b, CXCursor statement);
void lower_while(struct builder *b, CXCursor statement);
void lower_do(struct builder *b, CXCursor statement);
void lower_range_for(struct builder *b, CXCursor statement);
/* Exceptions (lower_try.c); `lower_may_throw`: what was just done may go to the handlers. */
void lower_try(struct builder *b, CXCursor statement);
struct ir_value lower_throw(struct builder *b, CXCursor expression);
void lower_may_throw(struct builder *b, CXCursor at);
/* Coroutines (lower_coroutine.c): the written body, or the null cursor for any other statement. */
CXCursor coroutine_body(struct front *front, CXCursor statement);
/* Makes its promise where that is first named; false for any other variable. */
bool coroutine_promise(struct builder *b, CXCursor variable, struct ir_memory *memory);
bool coroutine_returns(struct front *front, CXCursor statement);
void lower_co_return(struct builder *b, CXCursor statement);
/* `co_await` and `co_yield`; false for any other expression. */
bool lower_suspension(struct builder *b, CXCursor expression, const struct kids *kids, struct ir_value *value);
/* `new` and `delete` (lower_new.c). */
struct ir_value lower_new(struct builder *b, CXCursor expression);
void lower_delete(struct builder *b, CXCursor expression);
/* `for (variable : range)` and `auto [a, b] = …` (lower_range.c). */
void lower_bindings(struct builder *b, CXCursor declaration);
void loop_mark(struct builder *b, uint32_t header, enum ir_loop_kind kind, CXCursor statement);
/* `scope`: what a jump out of the body or on to the next round leaves alive. */
void loop_body(struct builder *b, CXCursor body, uint32_t on_break, uint32_t on_continue, struct scope *scope);
void lower_asm(struct builder *b, CXCursor statement);
/* A whole expression: what is evaluated now belongs to it. */
void lower_full_effects(struct builder *b, CXCursor expression);
struct ir_value lower_full_value(struct builder *b, CXCursor expression);
void lower_full_condition(struct builder *b, CXCursor expression, uint32_t on_true, uint32_t on_false);

/* --- expressions (lower_expression.c and its neighbours) ----------------------------- */

struct ir_value lower_value(struct builder *b, CXCursor expression);
/* Only for what it does. */
void lower_effects(struct builder *b, CXCursor expression);
/* The piece of memory that an expression names; a made local for one that only has a value. */
struct ir_memory lower_memory(struct builder *b, CXCursor expression);
/* What memory yields as a value: its content, or its address where it is an array. */
struct ir_value lower_content(struct builder *b, struct ir_memory memory, CXCursor at);
void lower_condition(struct builder *b, CXCursor expression, uint32_t on_true, uint32_t on_false);
/* `memory` comes to hold what an initialiser says. */
void lower_into(struct builder *b, struct ir_memory memory, CXCursor initializer);
struct ir_value lower_not_understood(struct builder *b, CXCursor expression);

/* Operators (lower_operator.c). */
struct ir_value lower_unary(struct builder *b, CXCursor expression);
struct ir_value lower_binary(struct builder *b, CXCursor expression);
struct ir_value lower_compound_assign(struct builder *b, CXCursor expression);
void lower_commas(struct builder *b, CXCursor *expression); /* all but the last, which it leaves in `*expression` */

/* Branching expressions (lower_condition.c). */
struct ir_value lower_logical(struct builder *b, CXCursor expression);
struct ir_value lower_conditional(struct builder *b, CXCursor expression);
struct ir_value lower_elvis(struct builder *b, CXCursor expression, const struct kids *kids);
struct ir_value lower_generic(struct builder *b, CXCursor expression);
void lower_branching_effects(struct builder *b, CXCursor expression);

/* Calls (lower_call.c). */
struct ir_value lower_call(struct builder *b, CXCursor call);
/* The object that a call yields a reference to; false where it yields none. */
bool lower_call_memory(struct builder *b, CXCursor call, struct ir_memory *memory);
bool call_constructs(CXCursor call);
void lower_construct(struct builder *b, struct ir_memory memory, CXCursor call);
/* First argument of __builtin_expect, false where the call is something else. */
bool call_expects(struct builder *b, CXCursor call, CXCursor *expected);

/* Lambdas (lower_lambda.c). */
void lower_lambda_into(struct builder *b, struct ir_memory memory, CXCursor expression);
/* What the body was given for a variable outside; false where it was given nothing. */
bool lambda_captured(struct builder *b, CXCursor variable, struct ir_memory *memory);
const struct lambda *lambda_of_operator(struct front *front, CXCursor method);
/* The function that a lambda is converted to; false where `conversion` does something else. */
bool lambda_as_pointer(struct builder *b, CXCursor conversion, struct ir_value *value);
/* `this`; an unknown pointer where there is none. */
struct ir_value lower_this_pointer(struct builder *b, CXCursor at);

/* What libclang leaves unexposed (lower_unexposed.c, lower_atomic.c). */
struct ir_value lower_unexposed(struct builder *b, CXCursor expression);
/* Elements of a vector by their names; false for anything else. */
bool unexposed_lanes(struct front *front, CXCursor expression, CXCursor *vector);
struct ir_value lower_atomic(struct builder *b, CXCursor expression, const struct kids *kids, const char *word);
/* Opaque code that gets the children. */
struct ir_value lower_unknown_builtin(struct builder *b, CXCursor expression, const struct kids *kids,
				      const char *word);
/* The one expression that a silent conversion or another wrapper is around. */
bool unexposed_inner(struct front *front, CXCursor expression, CXCursor *inner);

/* Members and elements (lower_memory.c). */
bool memory_of_variable(struct builder *b, CXCursor variable, struct ir_memory *memory);
struct ir_memory memory_of_field(struct front *front, struct ir_memory base, CXCursor field);

/* --- initialisers (initializer.c) ------------------------------------------------ */

/* Walks an initialiser list by the language's rule for the current object and hands out each element. */
struct initializer {
	struct front *front;
	void *context;
	/* `memory` gets `expression`; never a list where lists have elements. */
	void (*element)(void *context, struct ir_memory memory, CXCursor expression);
	/* Parts of `memory` that nothing initialises are zero. */
	void (*zero)(void *context, struct ir_memory memory, CXCursor list);
};
void initializer_walk(struct initializer *walk, struct ir_memory memory, CXCursor list);

/* --- cursors ---------------------------------------------------------------------- */

/* Looks through brackets and conversions. */
CXCursor cursor_stripped(struct front *front, CXCursor expression);
bool cursor_is_cast(CXCursor expression);
CXCursor kids_last(const struct kids *kids);

#endif
