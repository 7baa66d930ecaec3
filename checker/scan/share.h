/* A scanner that the compiles of a build share: to load libclang takes longer than to parse a small unit. */
#ifndef SNAG_SCAN_SHARE_H
#define SNAG_SCAN_SHARE_H

#include "base/err.h"

/*
 * Serves whoever of our own user connects to the Unix socket `path`, each as
 * scan_serve() does, until nobody has for `idle_ms`. At most one process serves
 * a path: true at once where another one does.
 */
bool scan_share(const char *path, int idle_ms, struct err *err);

#endif
