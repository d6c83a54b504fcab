// Disks that are really full: the kernel says so, not a VFS.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

#include "FaultCalls.h"

#ifdef __linux__
#include <sys/mount.h>

int fault_disk_make(const char *folder, int64_t bytes) {
  char size[64];
  snprintf(size, sizeof size, "size=%lld", (long long)bytes);
  if (mount("tmpfs", folder, "tmpfs", MS_REMOUNT, size) == 0) return 0;
  return mount("tmpfs", folder, "tmpfs", 0, size) == 0 ? 0 : errno;
}

void fault_disk_remove(const char *folder) { umount2(folder, MNT_DETACH); }

#else

int fault_disk_make(const char *folder, int64_t bytes) { return EPERM; }

void fault_disk_remove(const char *folder) {}

#endif

void fault_disk_limit_files(int64_t bytes) {
  struct rlimit limit;
  signal(SIGXFSZ, SIG_IGN);
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0) return;
  limit.rlim_cur = bytes == 0 ? limit.rlim_max : (rlim_t)bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
}
