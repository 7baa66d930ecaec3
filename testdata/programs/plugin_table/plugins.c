#include "plugin.h"

#include <stdio.h>
#include <stdlib.h>

static int start_proxy(const char *option)
{
	return setenv("http_proxy", option, 1);
}

static int start_banner(const char *option)
{
	return puts(option) < 0;
}

const struct plugin plugins[] = { { "proxy", start_proxy }, { "banner", start_banner } };
const unsigned plugin_count = sizeof plugins / sizeof *plugins;
