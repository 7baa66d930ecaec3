/*
 * collector SETTINGS SPOOL: takes commands from standard input, one a line.
 *
 *   put FILE     append FILE to the spool
 *   keep FILE    move the spool to FILE
 *   reload       read the settings again
 */
#include "log.h"
#include "settings.h"
#include "spool.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

static void obey(char *line, const char *settings, const char *spool)
{
	char *word = next_word(&line);
	char *rest = trim(line);

	if (strcmp(word, "put") == 0)
		log_line(spool_put(spool, rest) ? "stored" : "not stored");
	else if (strcmp(word, "keep") == 0)
		log_line(spool_keep(spool, rest) ? "kept" : "not kept");
	else if (strcmp(word, "reload") == 0)
		log_line(settings_load(settings) ? "reloaded" : "no settings");
	else
		log_line("unknown command");
}

int main(int argc, char **argv)
{
	char line[512];

	if (argc != 3) {
		fprintf(stderr, "usage: collector SETTINGS SPOOL\n");
		return 2;
	}
	settings_defaults();
	if (!log_start())
		return 1;
	while (fgets(line, sizeof line, stdin))
		obey(line, argv[1], argv[2]);
	log_stop();
	return 0;
}
