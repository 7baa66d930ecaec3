int split(char *text, char separator, char **parts, int room);
