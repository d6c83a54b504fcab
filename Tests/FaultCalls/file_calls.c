// The product opens, removes, renames and syncs files by itself around backups and restoring. A program's own
// functions come before those of the C library on Linux; elsewhere only SQLite's files are watched.
#ifdef __linux__

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CSQLScriptsFaults.h"

static int fails(enum fault_kind kind) {
  errno = kind == FAULT_DISK_FULL ? ENOSPC : EIO;
  return -1;
}

static int opens(const char *path, int flags, mode_t mode) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

// What the system tells of itself is on no disk.
static int is_on_disk(const char *path) {
  return strncmp(path, "/proc/", 6) != 0 && strncmp(path, "/sys/", 5) != 0;
}

int open(const char *path, int flags, ...) {
  enum fault_kind kind;
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  // Only a file that is made is a change, and worth a record.
  if (!fault_is_inside && is_on_disk(path) &&
      fault_comes(FAULT_OPEN, flags & O_CREAT ? path : NULL, NULL, 0, NULL, 0, &kind)) {
    if (kind == FAULT_DONE_BUT_FAILED) {
      int descriptor = opens(path, flags, mode);
      if (descriptor >= 0) close(descriptor);
    }
    return fails(kind);
  }
  return opens(path, flags, mode);
}

int unlink(const char *path) {
  enum fault_kind kind;
  struct stat status;
  // SQLite's VFS was counted, and to remove what is not there changes nothing.
  if (!fault_is_inside && lstat(path, &status) == 0 &&
      fault_comes(FAULT_DELETE, path, NULL, 0, NULL, 0, &kind)) {
    if (kind == FAULT_DONE_BUT_FAILED) syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    return fails(kind);
  }
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int rename(const char *from, const char *to) {
  enum fault_kind kind;
  if (!fault_is_inside && fault_comes(FAULT_RENAME, from, to, 0, NULL, 0, &kind)) {
    if (kind == FAULT_DONE_BUT_FAILED)
      syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    return fails(kind);
  }
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int fsync(int descriptor) {
  enum fault_kind kind;
  if (!fault_is_inside) {
    char link[64], path[4096];
    struct stat status;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(link, path, sizeof path - 2);
    if (count < 0) count = 0;
    path[count] = 0;
    if (fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) strcat(path, "/");
    if (fault_comes(FAULT_SYNC, path, NULL, 0, NULL, 0, &kind)) return fails(kind);
  }
  return 0;
}

#endif
