#include <stdio.h>
#include <stdlib.h>

#define PORTS 4

static char entries[PORTS][32];

static int export_ports(const int *ports, int count)
{
	for (int i = 0; i < count && i < PORTS; i++) {
		snprintf(entries[i], sizeof entries[i], "PORT_%d=%d", i, ports[i]);
		if (putenv(entries[i]))
			return -1;
	}
	return 0;
}

int main(void)
{
	static const int ports[] = { 80, 443, 8080 };

	return export_ports(ports, 3) ? 1 : system("serve");
}
