/* The tables of rules/models as tools/table_gen.c writes them, each sorted by its first column, with an index of its keys
 * by table_hash. Only models.c reads them. */
#ifndef SNAG_MODEL_TABLES_H
#define SNAG_MODEL_TABLES_H

#include "model/models.h"

#define MODEL_TABLE(type, name) \
	extern const struct type name[]; \
	extern const size_t name##_count; \
	extern const uint16_t name##_slots[]; /* 1 + row, the next free one for each that would share one; 0: empty */ \
	extern const size_t name##_slot_count /* a power of two */

MODEL_TABLE(model_trait, table_traits);
MODEL_TABLE(model_thread_creator, table_thread_creators);
MODEL_TABLE(model_env_reader, table_env_readers);
MODEL_TABLE(model_env_reader_condition, table_env_reader_conditions);
MODEL_TABLE(model_env_mutator, table_env_mutators);
MODEL_TABLE(model_env_consumer, table_env_consumers);
MODEL_TABLE(model_env_semantics, table_env_semantics);
MODEL_TABLE(model_ctype_semantics, table_ctype_semantics);
MODEL_TABLE(model_libc_safety, table_libc_safety);

#undef MODEL_TABLE

#endif
