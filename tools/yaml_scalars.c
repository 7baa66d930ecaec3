/* Prints every scalar of a YAML file, its lines one a line: yaml_scalars FILE. Ends 1 where it is no YAML. */
#include <stdbool.h>
#include <stdio.h>
#include <yaml.h>

static bool print_scalars(yaml_parser_t *parser)
{
	yaml_event_t event;

	for (bool more = true; more;) {
		if (!yaml_parser_parse(parser, &event))
			return false;
		if (event.type == YAML_SCALAR_EVENT)
			printf("%.*s\n", (int)event.data.scalar.length, (const char *)event.data.scalar.value);
		more = event.type != YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	return true;
}

int main(int argc, char **argv)
{
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	yaml_parser_t parser;
	bool ok = false;

	if (!file || !yaml_parser_initialize(&parser)) {
		fputs("usage: yaml_scalars FILE\n", stderr);
		return 2;
	}
	yaml_parser_set_input_file(&parser, file);
	ok = print_scalars(&parser);
	if (!ok)
		fprintf(stderr, "%s:%zu: %s\n", argv[1], parser.problem_mark.line + 1, parser.problem);
	yaml_parser_delete(&parser);
	fclose(file);
	return ok ? 0 : 1;
}
