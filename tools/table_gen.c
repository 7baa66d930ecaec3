#include <stdio.h>
int main(int argc, char **argv) { FILE *f = argc > 2 ? fopen(argv[2], "w") : NULL; if (!f) return 1; fputs("typedef int empty;\n", f); return fclose(f); }
