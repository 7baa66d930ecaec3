/*
 * What a rule is: metadata and one function.
 *
 * To add a rule: write rules/NAME.c with a `const struct rule rule_NAME`, add
 * RULE(NAME) to rules/rules.def, and a folder testdata/rules/ID/ with loud
 * (`_bad`) and quiet (`_ok`) functions. The tests look at all three.
 */
#ifndef SNAG_ENGINE_RULE_H
#define SNAG_ENGINE_RULE_H

#include "link/paths.h"
#include "link/phase.h"
#include "link/program.h"
#include "link/values.h"
#include "model/finding.h"
#include "model/libc.h"
#include "model/models.h"

struct rule_run; /* one rule on one program */

struct rule {
	struct rule_info info;
	void (*check)(struct rule_run *run, const struct program *program); /* NULL: nothing of a program shows it */
};

/* For every call event of the program whose callee, a library function, has the trait: by name, or through a pointer (`how`). */
typedef void rule_call_visit(struct rule_run *run, const struct function *function, const struct call *call,
			     const struct model_trait *trait);
void rule_each_call(struct rule_run *run, const struct program *program, enum trait trait, rule_call_visit *visit);
/* The same for every library function, whatever its traits: `trait` is NULL. */
void rule_each_library_call(struct rule_run *run, const struct program *program, rule_call_visit *visit);

/*
 * Begins a finding at an event, at the rule's own level and CONFIDENCE_LIKELY;
 * the caller fills message, fix, steps and sets the level where its table says
 * otherwise. Strings come from rule_arena. Never NULL; a place in a system
 * header is dropped later.
 */
struct finding *rule_report(struct rule_run *run, const struct function *function, uint32_t event,
			    const char *subject);
void rule_step(struct rule_run *run, struct finding *finding, const struct function *function, uint32_t event,
	       const char *format, ...) __attribute__((format(printf, 5, 6)));
/* A step at a place of the function's unit that is no event: a declaration. */
void rule_step_place(struct rule_run *run, struct finding *finding, const struct function *function,
		     const Fact__Place *place, const char *format, ...) __attribute__((format(printf, 5, 6)));
/*
 * Edits that mend the finding: text in place of the extent, or around it. The
 * event is that of the finding; which of its extents: 0 the callee's name, 1 +
 * an argument's number. False where it has no such extent: then the remedy has
 * an obstacle and no edits.
 */
bool rule_replace(struct rule_run *run, struct finding *finding, const struct function *function, uint32_t event,
		  size_t extent, const char *text);
bool rule_surround(struct rule_run *run, struct finding *finding, const struct function *function, uint32_t event,
		   size_t extent, const char *before, const char *after);
/* The same for an extent of the finding's file that belongs to no event. */
void rule_replace_extent(struct rule_run *run, struct finding *finding, const Fact__Extent *extent, const char *text);
/* NULL where it has no such extent. */
const Fact__Extent *rule_extent(const struct function *function, uint32_t event, size_t extent);
/* No edits after all, for this reason. */
void rule_cannot_mend(struct finding *finding, const char *obstacle);

struct arena *rule_arena(struct rule_run *run);
const struct program *rule_program(const struct rule_run *run);
/* What the option of the rule's metadata says for code of that function's unit. */
int64_t rule_option(const struct rule_run *run, const struct function *function, const char *option);
/* What the C library that the program runs on does with the environment, as that function's unit sees it. */
struct libc_environment rule_libc(const struct rule_run *run, const struct function *function);
/* The same for its ctype functions. */
struct libc_ctype rule_libc_ctype(const struct rule_run *run, const struct function *function);
/* What the rule wants to keep from visit to visit on one program; NULL at first. */
void **rule_memory(struct rule_run *run);
/*
 * What several rules ask of one program is answered once: the answer's place,
 * NULL for whoever asks first. A question is known by its address.
 */
void **rule_shared(struct rule_run *run, const void *question);

#endif
