/* Where a database lies: on which kind of file system. */
#ifndef SNAG_STORE_PLACE_H
#define SNAG_STORE_PLACE_H

#include "store/store.h"

/* The type of a folder's file system, as statfs(2) numbers them; false where it can't be told. */
typedef bool place_type(const char *folder, uint32_t *type);
bool place_type_of(const char *folder, uint32_t *type);

/* What people call a file system that several machines may share ("NFS"); NULL of one that is this machine's alone. */
const char *place_remote(place_type *type_of, const char *folder);

/* store_open for which the caller says where folders lie: for tests. */
bool store_open_on(const char *path, place_type *type_of, struct store **store, struct err *err);

#endif
