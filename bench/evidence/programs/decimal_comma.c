/* Machine-readable text is read and written in the user's locale. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char record[64];

	setlocale(LC_ALL, "");
	snprintf(record, sizeof record, "{\"ratio\": %.3f}", strtod("1.5", NULL));
	puts(record);
	return 0;
}
