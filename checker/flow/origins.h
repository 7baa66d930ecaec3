/* Turns the values that facts mention into the origins of a Fact__Function, each once. */
#ifndef SNAG_FLOW_ORIGINS_H
#define SNAG_FLOW_ORIGINS_H

#include "flow/body.h"

struct origins {
	struct arena *arena; /* of the facts */
	struct body *body;
	struct map index_of;        /* value → origin */
	VEC(Fact__Origin *) all;    /* 0: unknown */
	VEC(uint32_t) values;       /* [origin] the value it stands for */
	size_t written;             /* origins before this one are complete */
	struct map object_of;       /* local → object */
	VEC(uint32_t) objects;      /* locals */
};

void origins_init(struct origins *origins, struct arena *arena, struct body *body);
void origins_release(struct origins *origins);

/* The origin of a value. Its arguments are written by origins_finish. */
uint32_t origins_add(struct origins *origins, uint32_t value);
void origins_finish(struct origins *origins);

/* The value itself, below reads of local objects with one source and joins of one value. */
uint32_t origins_resolve(struct origins *origins, uint32_t value);

#endif
