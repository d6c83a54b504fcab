#ifndef CSQLSCRIPTS_FAULTS_H
#define CSQLSCRIPTS_FAULTS_H

#include <stdint.h>

/// What is asked of the disk. Those below FAULT_RENAME are asked by SQLite through its VFS; the removing,
/// renaming and syncing that the product does itself are seen on Linux only.
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
  /// Half of the bytes are written, and the disk is full.
  FAULT_SHORT_WRITE,
  /// The bytes after the first 512 are written, those are not: an error.
  FAULT_TORN_PAGE,
  /// What was asked for is done, and reported as failed.
  FAULT_DONE_BUT_FAILED,
};

/// Hears of an operation before it is done. A synced folder ends with a slash. `count` is the number of
/// bytes written, the size after truncating, the flags of SQLite with which a file is opened, or for
/// FAULT_DELETE whether the folder is synced after it.
typedef void (*fault_recorder)(void *context, enum fault_operation operation, const char *path,
                               const char *other, int64_t offset, const void *bytes, int64_t count);

/// Makes the VFS that can fail SQLite's default one. Nothing is synced by it: a process that ends leaves
/// the files whole, and power cuts are only simulated.
int fault_vfs_install(void);

/// Stops the clock for SQLite, so that CURRENT_TIMESTAMP says the same in every run: at this Julian day in
/// milliseconds, as xCurrentTimeInt64 counts. 0 lets it run.
void fault_vfs_stop_clock(int64_t time);

/// Counts operations from 1, and lets the one of this number fail, and those after it if it lasts.
/// 0 lets nothing fail. Nothing is counted or recorded after `fault_vfs_rest`.
void fault_vfs_begin(int64_t number, enum fault_kind kind, int lasts, fault_recorder recorder,
                     void *context);

/// Ends it.
/// - Returns: how many operations have failed.
int64_t fault_vfs_rest(void);

/// For those who watch other ways to the disk: whether this operation is to fail, and how. Tells the recorder
/// otherwise.
int fault_comes(enum fault_operation operation, const char *path, const char *other, int64_t offset,
                const void *bytes, int64_t count, enum fault_kind *kind);

/// Whether SQLite's own VFS is at work on this thread: what it asks of the system was counted already.
extern _Thread_local int fault_is_inside;

#endif
