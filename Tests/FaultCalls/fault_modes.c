// The instant between the making of a file and its permissions: who is killed there leaves a file that only he may use.
#include <stddef.h>

#include "FaultCalls.h"

static void (*watcher)(void *context);
static void *watcher_context;

void fault_watch_modes(void (*hears)(void *context), void *context) {
  watcher = hears;
  watcher_context = context;
}

#ifdef __linux__

#define _GNU_SOURCE
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int fchmod(int descriptor, mode_t mode) {
  if (watcher) watcher(watcher_context);
  return (int)syscall(SYS_fchmod, descriptor, mode);
}

int fchown(int descriptor, uid_t user, gid_t group) {
  if (watcher) watcher(watcher_context);
  return (int)syscall(SYS_fchown, descriptor, user, group);
}

#endif
