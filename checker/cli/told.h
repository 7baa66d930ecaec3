/* Complaints that a build would repeat with every compile: once is enough. */
#ifndef SNAG_CLI_TOLD_H
#define SNAG_CLI_TOLD_H

/* Prints the line, unless it, or another about the same project, was printed within the last hour by this user. */
void tell_once(const char *root, const char *text);

#endif
