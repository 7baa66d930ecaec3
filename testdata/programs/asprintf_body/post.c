/* A request's body by asprintf; the adoption lies in another file's constructor-like init. */
#include <stdio.h>
#include <stdlib.h>

void init_i18n(void);

static char *body_of(double latitude, double longitude)
{
	char *body;

	if (asprintf(&body, "lat=%f&lon=%f", latitude, longitude) < 0)
		return NULL;
	return body;
}

int main(void)
{
	char *body;

	init_i18n();
	body = body_of(52.5, 13.4);
	puts(body ? body : "");
	free(body);
	return 0;
}
