/* File systems that reach over a network, by their numbers. */
#include "store/place.h"

#include <linux/magic.h>
#include <stddef.h>
#include <sys/vfs.h>

/* These two have no name in the kernel's headers. */
#define LUSTRE_MAGIC 0x0bd00bd0
#define GPFS_MAGIC 0x47504653

static const struct {
	uint32_t type;
	const char *name;
} remotes[] = {
	{ NFS_SUPER_MAGIC, "NFS" },   { SMB_SUPER_MAGIC, "SMB" },   { SMB2_SUPER_MAGIC, "SMB" }, { CIFS_SUPER_MAGIC, "CIFS" },
	{ V9FS_MAGIC, "9P" },	      { FUSE_SUPER_MAGIC, "FUSE" }, { CEPH_SUPER_MAGIC, "Ceph" }, { AFS_SUPER_MAGIC, "AFS" },
	{ CODA_SUPER_MAGIC, "Coda" }, { LUSTRE_MAGIC, "Lustre" },   { GPFS_MAGIC, "GPFS" },
};

bool place_type_of(const char *folder, uint32_t *type)
{
	struct statfs fs;

	if (statfs(folder, &fs) != 0)
		return false;
	*type = (uint32_t)fs.f_type;
	return true;
}

const char *place_remote(place_type *type_of, const char *folder)
{
	uint32_t type;

	if (!type_of(folder, &type))
		return "unknown";
	for (size_t i = 0; i < sizeof remotes / sizeof *remotes; i++)
		if (remotes[i].type == type)
			return remotes[i].name;
	return NULL;
}
