/*
 * What is known of functions that programs call but don't define: libc and
 * libraries. The tables are rules/models/ in CSV, compiled in by
 * tools/table_gen.c; a trait is one row of functions.csv. Facts about libraries
 * are data: no rule compares a name.
 */
#ifndef SNAG_MODEL_MODELS_H
#define SNAG_MODEL_MODELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Traits of functions.csv: name there, and what its two numbers say. Arguments count from 0; -1: none. */
#define TRAIT_LIST(X) \
	X(NORETURN, "noreturn")         /* never returns */ \
	X(PURE, "pure")                 /* writes no memory that a caller sees, keeps no argument */ \
	X(RANGE, "range")               /* result lies in a..b */ \
	X(CONSTANT, "constant")         /* C++: the result is known when the program is compiled, if the arguments are */ \
	X(RETURNS_ARG, "returns-arg")   /* result is argument a, or points into what it points to */ \
	X(AUTOMATIC, "automatic")       /* result is automatic storage of the caller (alloca) */ \
	X(HEAP, "heap")                 /* result is fresh heap memory */ \
	X(FREES, "frees")               /* argument a is freed */ \
	X(COPIES, "copies")             /* contents of argument b become part of what argument a points to; a -1: of the result; b -1: of any later argument */ \
	X(KEEPS, "keeps")               /* the object that argument a points to keeps the pointer in argument b, or in the variable there; b -1: any later one */ \
	X(GIVES_UP, "gives-up")         /* C++: the object in argument a owns its memory no more; the result does */ \
	X(WRITES, "writes")             /* writes to what argument a points to; b = 1: to what the pointer there points to */ \
	X(FILLS, "fills")               /* fills the memory that it writes with one byte: argument a, or 0 where a is -1 */ \
	X(ENV_READ, "env-read")         /* reads the environment; a: argument with the variable's name */ \
	X(ENV_GET, "env-get")           /* returns a pointer into the environment; a: name */ \
	X(ENVIRON, "environ")           /* no function but a variable: the environment's array; a = 1: a function that returns that variable's address */ \
	X(ENV_WRITE, "env-write")       /* writes the environment; a: name (-1: no single name); b: where that argument is 0, a variable that is there stays as it is */ \
	X(ENV_WRITE_IF, "env-write-if") /* writes the environment where argument a is not 0 */ \
	X(ENV_PUT, "env-put")           /* writes the environment and keeps the string in argument a */ \
	X(CTYPE, "ctype")               /* argument a must be EOF or an unsigned char */ \
	X(CTYPE_ASCII, "ctype-ascii")   /* true only for arguments in a..b of its range: isascii, isdigit */ \
	X(LOOKS, "looks")               /* only looks at its texts */ \
	X(FINDS_BYTE, "finds-byte")     /* result isn't null where the text in argument a has the byte in argument b */ \
	X(FORK, "fork")                 /* returns 0 in a child process */ \
	X(EXEC, "exec")                 /* replaces the process, returns only on failure */ \
	X(THREAD_JOIN, "thread-join")   /* waits for the thread in argument a */ \
	X(THREAD_DETACH, "thread-detach") /* the thread in argument a can't be joined any more */ \
	X(TEAM_END, "team-end")         /* the threads of the OpenMP region that argument a names are done */ \
	X(THREAD_MOVE, "thread-move") /* the thread in argument b is in argument a from now on */ \
	X(ELEMENT, "element") /* the result is, or leads to, what argument a holds; with b, to one of many */ \
	X(RUNS_ARG, "runs-arg")         /* calls the function in argument a before it returns (qsort); b = 1: the first time only (pthread_once) */ \
	X(LATER_ARG, "later-arg")       /* keeps the function in argument a, or those in fields of the record there, and calls it later (atexit); b = 1: at any moment (signal); 2: in each forked child */ \
	X(SIZES, "sizes")               /* C++: the container in argument a gets as many elements as argument b, where that is a number */ \
	X(SIZE_OF, "size-of")           /* C++: result is how many elements the container in argument a has */ \
	X(IO_READ, "io-read")           /* reads from descriptor a into buffer a+1 as many bytes as argument b */ \
	X(IO_WRITE, "io-write")         /* writes to descriptor a from buffer a+1 as many bytes as argument b */ \
	X(IO_AT, "io-at")               /* argument a is the offset in the file that is read or written */ \
	X(IO_SETVBUF, "io-setvbuf")     /* stream a, size b; -1: a null pointer behind the stream takes its buffer */ \
	X(IO_STREAM, "io-stream")       /* reads or writes through the buffer of the stream in argument a */ \
	X(FLUSH, "flush")               /* what stream a holds back is written out now */ \
	X(OPENS, "opens")               /* result is a new descriptor or stream; a = 1: one that gives single messages, not a stream of bytes; b: argument with a socket's type */ \
	X(PIPE, "pipe")                 /* leaves two connected descriptors in the array of argument a; b: as for opens */ \
	X(HANDS_ON, "hands-on")         /* the descriptor in argument a gets another user: a second number, a stream, a child */ \
	X(TERMINAL, "terminal")         /* what only terminals understand is asked of the descriptor in argument a; b = 1: so that it must be one */ \
	X(CLOCK, "clock")               /* result (a = -1) or what argument a points to is a reading of a clock */ \
	X(DATES, "dates")               /* formats a time by the format in argument a */ \
	X(RANDOM, "random")             /* result (a = -1) or what argument a points to is random; b = 1: computed from a seed */ \
	X(SEEDS, "seeds")               /* argument a is the seed of later random numbers */ \
	X(CALLER_ID, "caller-id")       /* result tells apart processes (a = 0) or threads (a = 1) that are running */ \
	X(COUNTS, "counts")             /* result is what stood in memory that it also counts up in one step */ \
	X(DERIVES, "derives")           /* result is computed from argument a alone; b = 1: from what it points to */ \
	X(CREATES, "creates")           /* makes a file or another named thing: name in argument a; b: flags of open, or a mode as text; -1: always; -2: but in a loop it is another try */ \
	X(CREATES_STREAM, "creates-stream") /* the same by a C++ stream; b: its std::ios mode */ \
	X(MAP_INSERT, "map-insert")     /* argument a becomes a key */ \
	X(LOCALE_SET, "locale-set")     /* adopts a locale: category in argument a, name in argument b */ \
	X(LOCALE_NEW, "locale-new")     /* result is a locale: categories of the mask in argument a by the name in argument b, the rest C */ \
	X(LOCALE_USE, "locale-use")     /* the locale in argument a becomes that of the calling thread */ \
	X(LOCALE_GLOBAL, "locale-global") /* adopts the C++ locale object in argument a, for the C library too; result is the one before */ \
	X(LOCALE_MAKES, "locale-makes") /* makes a C++ locale object at argument a of the name or object in argument b */ \
	X(LOCALE_CLASSIC, "locale-classic") /* result is the C++ locale object that is C */ \
	X(LOCALE_ADOPTS, "locale-adopts") /* a library's start that sets the user's locale, all categories of it */ \
	X(CTYPE_LOCALE, "ctype-locale") /* what it says of argument a depends on the locale; b = 1: also of the ASCII letter 'I'; 2: of 'i'; 3: it asks for spaces */ \
	X(READS_FRACTION, "reads-fraction") /* reads a number with a fraction from argument a; b = 1: as the format in argument a says; 2: from the C++ stream in argument 0 into argument a, where that has one */ \
	X(WRITES_FRACTION, "writes-fraction") /* writes the number in argument a, where it has a fraction, to the C++ stream in argument b; -1: into the result */ \
	X(TEXT_STREAM, "text-stream")   /* makes or changes the C++ stream in argument a, which is memory alone */ \
	X(ASKS_POINT, "asks-point")     /* tells which decimal point the locale has */ \
	X(IMBUES, "imbues")             /* the C++ stream in argument a gets the locale in argument b */ \
	X(PRINTS, "prints")             /* prints by the format in argument a; to argument b: a stream or a buffer; -1: standard output */ \
	X(SHOWS, "shows")               /* shows the text in argument a to a person; b: the stream; -1: standard output or a window */ \
	X(TRANSLATES, "translates")     /* result is the text in argument a in the user's language */ \
	X(COMPARES, "compares")         /* compares the texts in arguments 0 and 1 without regard to case (a = 0), or in the locale's order (a = 1) */

enum trait {
#define TRAIT_ENUM(name, text) TRAIT_##name,
	TRAIT_LIST(TRAIT_ENUM)
#undef TRAIT_ENUM
	TRAIT_COUNT
};

/* The trait's name in functions.csv, and back. */
const char *trait_name(enum trait trait);
bool trait_parse(const char *name, enum trait *trait);

struct model_trait {
	const char *function;
	enum trait trait;
	int64_t a, b;
};

/*
 * The rows of one function lie together: the first, and how many. NULL where
 * nothing is known. A compiler's or libc's other spelling of a function
 * (__builtin_NAME, __isoc99_NAME, NAME64) is that function where it has no rows of its own.
 */
const struct model_trait *model_traits(const char *function, size_t *count);
/* The first row of that function with that trait, or NULL. */
const struct model_trait *model_trait(const char *function, enum trait trait);
/* Any row at all, in functions.csv, thread-creators.csv or the tables on libc and the environment. */
bool model_knows(const char *function);

struct model_thread_creator {
	const char *function, *library, *header;
	int entry_arg; /* argument with the thread's entry function, or -1 */
	const char *kind; /* thread, pool, signal-thread … as in the table */
	const char *notes;
};
const struct model_thread_creator *model_thread_creator(const char *function);

/* A libc function that reads the environment inside; `variables` as in the table ("TZ", "*": all). */
struct model_env_reader {
	const char *function, *libc, *variables;
};
/* Rows of one function, one a libc. */
const struct model_env_reader *model_env_readers(const char *function, size_t *count);

/* When such a function reads only sometimes on that libc, or NULL: always, as far as is known. */
struct model_env_reader_condition {
	const char *function, *libc, *condition;
};
const char *model_env_reader_condition(const char *function, const char *libc);

/* A library function that writes the environment where callers wouldn't expect it. */
struct model_env_mutator {
	const char *function, *component, *effect, *condition;
};
const struct model_env_mutator *model_env_mutator(const char *function);

/* Who reads a variable, and how to say the same without the environment ("" where unknown). */
struct model_env_consumer {
	const char *component, *variable, *read_by, *explicit_alternative;
	bool cached;
};
/* Rows of one variable; of a pattern with <PARTS> where the name itself has none. */
const struct model_env_consumer *model_env_consumers(const char *variable, size_t *count);

struct model_env_semantics {
	const char *libc, *versions;
	const char *setenv_frees_old_value, *setenv_changes_old_value, *getenv_safe, *array_resize_can_crash_getenv, *putenv_aliases, *environ_safe;
	const char *notes;
};
const struct model_env_semantics *model_env_semantics(size_t *count);

/* What a libc's ctype functions do in locales other than C. NULL where nothing is known of it. */
struct model_ctype_semantics {
	const char *libc;
	bool space_high; /* isspace is true of some bytes from 0x80 up */
	bool class_high; /* the other classes are, and letters there change */
	bool turkish;    /* tolower('I') and toupper('i') may be no ASCII letters */
};
const struct model_ctype_semantics *model_ctype_semantics(const char *libc);

/* glibc manual's note on a function: "safe"/"unsafe" and remarks. NULL where it has none. */
struct model_libc_safety {
	const char *function, *mt, *mt_remarks, *as, *as_remarks;
};
const struct model_libc_safety *model_libc_safety(const char *function);

#endif
