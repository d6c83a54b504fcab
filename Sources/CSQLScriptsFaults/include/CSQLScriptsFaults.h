#ifndef CSQLSCRIPTS_FAULTS_H
#define CSQLSCRIPTS_FAULTS_H

#include <stdint.h>

/// A disk operation. SQLite makes those before FAULT_RENAME through its VFS. The library itself deletes, renames and
/// syncs files; these operations are seen on Linux only.
enum fault_operation {
  FAULT_READ,
  FAULT_WRITE,
  FAULT_TRUNCATE,
  FAULT_SYNC,
  FAULT_DELETE,
  FAULT_OPEN,
  FAULT_LOCK,
  FAULT_RENAME,
};

enum fault_kind {
  FAULT_IO_ERROR,
  FAULT_DISK_FULL,
  /// Half of the bytes are written, and then the disk is full.
  FAULT_SHORT_WRITE,
  /// The first 512 bytes are not written, the others are. Reported as an error.
  FAULT_TORN_PAGE,
  /// The operation is done, and reported as failed.
  FAULT_DONE_BUT_FAILED,
};

/// Called before each operation. The path of a synced folder ends with a slash. `count` is the number of bytes written,
/// the size after truncating, SQLite's flags for opening a file, or for FAULT_DELETE whether the folder is synced
/// afterwards.
typedef void (*fault_recorder)(void *context, enum fault_operation operation, const char *path,
                               const char *other, int64_t offset, const void *bytes, int64_t count);

/// Makes the failing VFS SQLite's default one. It syncs nothing: the files are complete when the process ends, and power
/// cuts are only simulated.
int fault_vfs_install(void);

/// Stops SQLite's clock at this Julian day in milliseconds, as xCurrentTimeInt64 counts, so that CURRENT_TIMESTAMP is the
/// same in every run. 0 lets it run.
void fault_vfs_stop_clock(int64_t time);

/// Counts operations from 1, and makes the one of this number fail, and all later ones if the fault lasts. With 0 none
/// fails. Nothing is counted or recorded after `fault_vfs_rest`.
void fault_vfs_begin(int64_t number, enum fault_kind kind, int lasts, fault_recorder recorder,
                     void *context);

/// Ends counting.
/// - Returns: the number of operations that have failed.
int64_t fault_vfs_rest(void);

/// For code that watches other calls to the disk: whether this operation has to fail, and how. Otherwise it is recorded.
int fault_comes(enum fault_operation operation, const char *path, const char *other, int64_t offset,
                const void *bytes, int64_t count, enum fault_kind *kind);

/// Whether SQLite's own VFS is running on this thread. Its system calls were already counted.
extern _Thread_local int fault_is_inside;

#endif
