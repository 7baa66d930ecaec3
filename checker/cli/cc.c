/* `snag cc`: the compiler wrapper, and snag under a compiler's name. */
#include "cli/cli.h"

#include "base/contained.h"
#include "base/files.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "cli/told.h"
#include "report/report.h"
#include "rules/rules.h"
#include "wrapper/wrapper.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A build's output is for the compiler's words: more findings than these a command are for `snag report`. */
#define FINDINGS_SHOWN 20
/* The analysis of the largest units known took a third of it. */
#define MEMORY_MIB 6144
#define LESS_URGENT 5

struct cc {
	struct arena *arena;
	struct words words; /* the compiler and its arguments */
	bool fail;          /* findings make the status 1 */
	bool at_link;
	struct project project;
	struct settings settings;
	struct spool spool;
	struct decision decision;
	struct check_options check;
	struct cache cache;
};

/* --- the command line ------------------------------------------------------------------ */

static bool read_words(struct cc *cc, char *const *argv, struct err *err)
{
	cc->at_link = true;
	for (; *argv && (*argv)[0] == '-'; argv++) {
		if (!strcmp(*argv, "--fail"))
			cc->fail = true;
		else if (!strcmp(*argv, "--at-link=off"))
			cc->at_link = false;
		else
			return err_set(err, "unknown option '%s' before the compiler's name; there are --fail and "
					    "--at-link=off", *argv);
	}
	while (argv[0] && argv[1] && !strcmp(path_base(argv[0]), "snag") && !strcmp(argv[1], "cc"))
		argv += 2;
	for (; *argv; argv++)
		vec_push(cc->arena, &cc->words.all, *argv);
	return cc->words.all.len || err_set(err, "'snag cc' needs a compiler: snag cc gcc -c main.c");
}

/* The compiler's own path stands first: gcc looks for its parts beside the program of that name, which may be our link. */
static char **argv_of(struct cc *cc, char *path)
{
	char **argv = arena_array(cc->arena, char *, cc->words.all.len + 1);

	argv[0] = path;
	for (size_t i = 1; i < cc->words.all.len; i++)
		argv[i] = arena_strdup(cc->arena, cc->words.all.items[i]);
	return argv;
}

/* --- what is analysed, and how ---------------------------------------------------------- */

/* A process that stays for a while isn't welcome everywhere. */
static const char *shared_scanner(struct cc *cc)
{
	const char *wanted = getenv("SNAG_SHARED");

	return wanted && !strcmp(wanted, "0") ? NULL : cache_socket(cc->arena, &cc->cache);
}

static bool set_up(struct cc *cc, struct err *err)
{
	struct options none = { 0 };
	struct sources sources = { 0 };
	const struct rule **rules = arena_array(cc->arena, const struct rule *, rules_count);
	char *scanner;

	/* The root is looked for from the working folder alone: links have no sources, and belong to the same build. */
	if (!sources_none(cc->arena, &sources, err) || !scanner_find(cc->arena, &scanner, err))
		return false;
	sources.commands = cc->decision.commands;
	if (!settings_find(cc->arena, &none, &sources, &cc->project, &cc->settings, err))
		return false;
	settings_probe(cc->arena, &cc->settings, &cc->project, &sources, NULL);
	cc->decision.commands = sources.commands;
	spool_find(cc->arena, cc->project.root, &cc->spool);
	cache_open(cc->arena, scanner, cc->settings.models, &cc->cache);
	for (size_t i = 0; i < rules_count; i++)
		if (configs_rule_on(cc->settings.configs, &rules_all[i]->info))
			rules[cc->check.rule_count++] = rules_all[i];
	cc->check.rules = rules;
	cc->check.root = cc->project.root;
	cc->check.scanner = scanner;
	cc->check.cache = &cc->cache;
	cc->check.shared = shared_scanner(cc);
	cc->check.jobs = 1;
	cc->check.timeout_seconds = config_number(cc->settings.config, KEY_TIMEOUT);
	cc->check.configs = cc->settings.configs;
	cc->check.models = cc->settings.models;
	return true;
}

/* As the compiler colours its own words; what it isn't told, the terminal says. */
static bool wants_color(const struct cc *cc)
{
	const char *when = NULL;

	for (size_t i = 0; i < cc->words.all.len; i++) {
		const char *word = cc->words.all.items[i];

		if (!strncmp(word, "-fdiagnostics-color=", 20))
			when = word + 20;
		else if (!strcmp(word, "-fdiagnostics-color") || !strcmp(word, "-fcolor-diagnostics"))
			when = "always";
		else if (!strcmp(word, "-fno-diagnostics-color") || !strcmp(word, "-fno-color-diagnostics"))
			when = "never";
	}
	return terminal_color_on(STDERR_FILENO, when ? when : "auto");
}

/* --- the child that analyses -------------------------------------------------------------- */

enum outcome { OUTCOME_CLEAN, OUTCOME_FINDINGS, OUTCOME_TROUBLE };

static size_t print_findings(const struct cc *cc, const struct findings *findings, FILE *out)
{
	struct report_options report = { .color = wants_color(cc), .root = cc->project.cwd };
	VEC(const struct finding *) shown = { 0 };
	struct report_run run = { 0 };
	size_t counting = 0;

	for (size_t i = 0; i < findings->all.len; i++) {
		if (findings->all.items[i]->level < LEVEL_WARNING)
			continue;
		/* As the compiler says where: from where it runs. */
		findings->all.items[i]->path = path_below(cc->project.cwd, findings->all.items[i]->place.file);
		if (counting++ < FINDINGS_SHOWN)
			vec_push(cc->arena, &shown, findings->all.items[i]);
	}
	run.findings = shown.items;
	run.count = shown.len;
	report_format_named("text")(out, &run, &report, NULL);
	if (counting > FINDINGS_SHOWN)
		fprintf(out, "snag: … and %zu more: snag report\n", counting - FINDINGS_SHOWN);
	return counting;
}

/* Trouble is the first line then, and findings follow. */
static int analyse(void *data, FILE *out)
{
	struct cc *cc = data;
	struct wrapper_options options = { &cc->check, &cc->spool, cc->at_link };
	struct findings findings;
	struct err err = { 0 };
	bool ok = wrapper_analyse(cc->arena, &cc->decision, &options, &findings, &err);
	size_t counting;

	if (!ok)
		fprintf(out, "%s\n", err.text);
	counting = print_findings(cc, &findings, out);
	return !ok ? OUTCOME_TROUBLE : counting ? OUTCOME_FINDINGS : OUTCOME_CLEAN;
}

/* --- and back -------------------------------------------------------------------------------- */

/* ccache keeps what we print as the compiler's and shows it for ever, but for what goes to the descriptor it names. */
static int descriptor(void)
{
	const char *named = getenv("UNCACHED_ERR_FD");

	return named && named[0] >= '3' && named[0] <= '9' && !named[1] ? named[0] - '0' : STDERR_FILENO;
}

/* At once, so that the lines of two compiles don't mix. */
static void print_at_once(const char *text, size_t length)
{
	while (length) {
		ssize_t n = write(descriptor(), text, length);

		if (n <= 0)
			return;
		text += n;
		length -= (size_t)n;
	}
}

/* Gives whether a finding counts. Whatever goes wrong here is never the compiler's fault. */
static bool analyse_apart(struct cc *cc)
{
	struct containment limits = { .seconds = cc->check.timeout_seconds + 10, .memory_mib = MEMORY_MIB,
				      .nice = LESS_URGENT };
	struct strbuf output = { 0 };
	const char *text;
	int outcome = OUTCOME_CLEAN;
	struct err err = { 0 };

	if (!contained_run(analyse, cc, &limits, &output, &outcome, &err)) {
		wrapper_note_failure(cc->arena, &cc->decision, &cc->spool, err.text);
		strbuf_release(&output);
		return false;
	}
	text = strbuf_text(&output);
	if (outcome == OUTCOME_TROUBLE) {
		size_t length = strcspn(text, "\n");

		tell_once(cc->project.root, arena_strndup(cc->arena, text, length));
		text += length + (text[length] == '\n');
	}
	print_at_once(text, strlen(text));
	strbuf_release(&output);
	return outcome == OUTCOME_FINDINGS;
}

/* --- the compiler ------------------------------------------------------------------------------ */

/* A wrapper behind a wrapper: the first one looks after the compile. */
static bool is_inner(void)
{
	return getenv("SNAG_DEPTH") != NULL;
}

/* Where the compiler can't be run: as a shell says it. */
static int no_compiler(const struct err *err)
{
	complain("%s", err->text);
	return 127;
}

/* Nothing is analysed: nobody shall notice us. */
static int pass_on(struct cc *cc, char *path, bool inner)
{
	struct err err = { 0 }, ignored = { 0 };

	if (!inner && !cc->decision.is_probe && set_up(cc, &ignored))
		spool_count(cc->arena, &cc->spool, cc->decision.passed);
	compiler_become(path, argv_of(cc, path), &err);
	return no_compiler(&err);
}

/* Ends as the compiler did: by its signal, or with its status. */
static int end_like(const struct compiler_end *end)
{
	int signal_number = end->asked;

	if (!signal_number && WIFSIGNALED(end->wait_status))
		signal_number = WTERMSIG(end->wait_status);
	if (!signal_number)
		return WEXITSTATUS(end->wait_status);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
	return 128 + signal_number;
}

static bool succeeded(const struct compiler_end *end)
{
	return !end->asked && WIFEXITED(end->wait_status) && WEXITSTATUS(end->wait_status) == 0;
}

static int run_words(struct cc *cc)
{
	struct compiler_end end = { 0 };
	struct err err = { 0 };
	bool inner = is_inner(), counts = false;
	char *path = compiler_find(cc->arena, cc->words.all.items[0], &err), *folder;

	if (!path)
		return no_compiler(&err);
	setenv("SNAG_DEPTH", "1", 1);
	if (!path_cwd(cc->arena, &folder, NULL))
		cc->decision.passed = "its working folder is gone";
	else if (!inner)
		decide(cc->arena, folder, &cc->words, &cc->decision);
	if (inner || cc->decision.passed)
		return pass_on(cc, path, inner);
	if (!compiler_run(path, argv_of(cc, path), &end, &err))
		return no_compiler(&err);
	if (!succeeded(&end))
		return end_like(&end);
	if (set_up(cc, &err))
		counts = analyse_apart(cc);
	else
		tell_once(folder, err.text);
	return counts && cc->fail ? CLI_FINDINGS : CLI_CLEAN;
}

int cc_main(char *const *argv)
{
	struct arena arena = { 0 };
	struct cc cc = { .arena = &arena };
	struct err err = { 0 };
	int status = read_words(&cc, argv, &err) ? run_words(&cc) : cli_trouble(&err);

	settings_release(&cc.settings);
	arena_release(&arena);
	return status;
}

bool cc_is_compiler_name(const char *name)
{
	static const char *const names[] = { "cc", "c++", "gcc", "g++", "clang", "clang++" };
	const char *base = path_base(name);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t length = strlen(names[i]);

		/* gcc, gcc-12, x86_64-linux-gnu-gcc-12 */
		for (const char *at = strstr(base, names[i]); at; at = strstr(at + 1, names[i])) {
			const char *rest = at + length;

			if ((at == base || at[-1] == '-') && rest[strspn(rest, "-.0123456789")] == '\0')
				return true;
		}
	}
	return false;
}

/* Only for the help: the words are read by cc_main. */
static int run_cc(struct arena *arena, const struct options *options)
{
	struct err err = { 0 };

	(void)arena;
	(void)options;
	err_set(&err, "'snag cc' needs a compiler: snag cc gcc -c main.c");
	return cli_trouble(&err);
}

static const struct option_row cc_options[] = {
	{ "--fail", NULL, "status 1 where a finding counts and the compiler succeeded" },
	{ "--at-link=off", NULL, "don't tell at the link what concerns the whole program" },
};

const struct cli_command command_cc = {
	.name = "cc",
	.synopsis = "[--fail] [--at-link=off] COMPILER ARGUMENT…",
	.help = "Run a compiler, then analyse what it compiled",
	CLI_OPTIONS(cc_options),
	.run = run_cc,
};
