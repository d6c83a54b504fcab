#ifndef FAULT_STATE_H
#define FAULT_STATE_H

#include "FaultVFS.h"

/// Whether this operation is to fail, and how. Tells the recorder otherwise.
int fault_comes(enum fault_operation operation, const char *path, const char *other, int64_t offset,
                const void *bytes, int64_t count, enum fault_kind *kind);

/// Whether SQLite's own VFS is at work on this thread: what it asks of the system was counted already.
extern _Thread_local int fault_is_inside;

#endif
