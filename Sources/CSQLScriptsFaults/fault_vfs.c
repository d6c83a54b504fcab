#include <sqlite3.h>
#include <stddef.h>

#include "CSQLScriptsFaults.h"

// An open file of this VFS, with the file of SQLite's own VFS directly after it in memory.
struct file {
  sqlite3_file base;
  const char *name;
  sqlite3_file *real;
};

static sqlite3_vfs *real_vfs;

static struct file *file_of(sqlite3_file *base) { return (struct file *)base; }

#define REAL(call)             \
  do {                         \
    fault_is_inside++;         \
    int code = (call);         \
    fault_is_inside--;         \
    return code;               \
  } while (0)

static int close_file(sqlite3_file *base) {
  REAL(file_of(base)->real->pMethods->xClose(file_of(base)->real));
}

static int read_file(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
  enum fault_kind kind;
  struct file *file = file_of(base);
  if (fault_comes(FAULT_READ, file->name, NULL, offset, NULL, count, &kind))
    return SQLITE_IOERR_READ;
  REAL(file->real->pMethods->xRead(file->real, bytes, count, offset));
}

static int write_part(struct file *file, const char *bytes, int from, int count,
                      sqlite3_int64 offset) {
  if (count > 0) {
    fault_is_inside++;
    file->real->pMethods->xWrite(file->real, bytes + from, count, offset + from);
    fault_is_inside--;
  }
  return 0;
}

static int write_file(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
  enum fault_kind kind;
  struct file *file = file_of(base);
  if (fault_comes(FAULT_WRITE, file->name, NULL, offset, bytes, count, &kind)) {
    switch (kind) {
    case FAULT_DISK_FULL: return SQLITE_FULL;
    case FAULT_SHORT_WRITE: write_part(file, bytes, 0, count / 2, offset); return SQLITE_FULL;
    case FAULT_TORN_PAGE:
      write_part(file, bytes, 512, count - 512, offset);
      return SQLITE_IOERR_WRITE;
    case FAULT_DONE_BUT_FAILED: write_part(file, bytes, 0, count, offset); break;
    case FAULT_IO_ERROR: break;
    }
    return SQLITE_IOERR_WRITE;
  }
  REAL(file->real->pMethods->xWrite(file->real, bytes, count, offset));
}

static int truncate_file(sqlite3_file *base, sqlite3_int64 size) {
  enum fault_kind kind;
  struct file *file = file_of(base);
  if (fault_comes(FAULT_TRUNCATE, file->name, NULL, 0, NULL, size, &kind)) {
    if (kind == FAULT_DONE_BUT_FAILED) {
      fault_is_inside++;
      file->real->pMethods->xTruncate(file->real, size);
      fault_is_inside--;
    }
    return SQLITE_IOERR_TRUNCATE;
  }
  REAL(file->real->pMethods->xTruncate(file->real, size));
}

static int sync_file(sqlite3_file *base, int flags) {
  enum fault_kind kind;
  (void)flags;
  if (fault_comes(FAULT_SYNC, file_of(base)->name, NULL, 0, NULL, 0, &kind))
    return SQLITE_IOERR_FSYNC;
  return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  REAL(file_of(base)->real->pMethods->xFileSize(file_of(base)->real, size));
}

static int lock_file(sqlite3_file *base, int level) {
  enum fault_kind kind;
  struct file *file = file_of(base);
  if (fault_comes(FAULT_LOCK, file->name, NULL, 0, NULL, level, &kind)) return SQLITE_IOERR_LOCK;
  REAL(file->real->pMethods->xLock(file->real, level));
}

static int unlock_file(sqlite3_file *base, int level) {
  REAL(file_of(base)->real->pMethods->xUnlock(file_of(base)->real, level));
}

static int check_reserved(sqlite3_file *base, int *result) {
  REAL(file_of(base)->real->pMethods->xCheckReservedLock(file_of(base)->real, result));
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
  REAL(file_of(base)->real->pMethods->xFileControl(file_of(base)->real, operation, argument));
}

static int sector_size(sqlite3_file *base) {
  REAL(file_of(base)->real->pMethods->xSectorSize(file_of(base)->real));
}

static int characteristics(sqlite3_file *base) {
  REAL(file_of(base)->real->pMethods->xDeviceCharacteristics(file_of(base)->real));
}

static int map_shared(sqlite3_file *base, int region, int size, int extends,
                      void volatile **memory) {
  enum fault_kind kind;
  struct file *file = file_of(base);
  if (fault_comes(FAULT_OPEN, NULL, NULL, 0, NULL, 0, &kind)) return SQLITE_IOERR_SHMMAP;
  REAL(file->real->pMethods->xShmMap(file->real, region, size, extends, memory));
}

static int lock_shared(sqlite3_file *base, int offset, int count, int flags) {
  enum fault_kind kind;
  struct file *file = file_of(base);
  // Releasing a lock never fails here, because SQLite would then keep it until the process ends.
  if (flags & SQLITE_SHM_LOCK &&
      fault_comes(FAULT_LOCK, file->name, NULL, offset, NULL, count, &kind))
    return SQLITE_IOERR_SHMLOCK;
  REAL(file->real->pMethods->xShmLock(file->real, offset, count, flags));
}

static void barrier(sqlite3_file *base) {
  file_of(base)->real->pMethods->xShmBarrier(file_of(base)->real);
}

static int unmap_shared(sqlite3_file *base, int deletes) {
  REAL(file_of(base)->real->pMethods->xShmUnmap(file_of(base)->real, deletes));
}

// Version 2: without memory mapping, which would bypass this VFS.
static const sqlite3_io_methods methods = {
    2,            close_file,    read_file,      write_file,   truncate_file,
    sync_file,    file_size,     lock_file,      unlock_file,  check_reserved,
    file_control, sector_size,   characteristics, map_shared,  lock_shared,
    barrier,      unmap_shared,  NULL,           NULL,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags,
                     int *out_flags) {
  enum fault_kind kind;
  struct file *file = file_of(base);
  (void)vfs;
  base->pMethods = NULL;
  file->name = name;
  file->real = (sqlite3_file *)(file + 1);
  if (fault_comes(FAULT_OPEN, name, NULL, 0, NULL, flags, &kind)) return SQLITE_CANTOPEN;
  fault_is_inside++;
  int result = real_vfs->xOpen(real_vfs, name, file->real, flags, out_flags);
  fault_is_inside--;
  if (file->real->pMethods) base->pMethods = &methods;
  return result;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs_folder) {
  enum fault_kind kind;
  (void)vfs;
  if (fault_comes(FAULT_DELETE, name, NULL, 0, NULL, syncs_folder, &kind)) {
    if (kind != FAULT_DONE_BUT_FAILED) return SQLITE_IOERR_DELETE;
    fault_is_inside++;
    real_vfs->xDelete(real_vfs, name, 0);
    fault_is_inside--;
    return SQLITE_IOERR_DIR_FSYNC;
  }
  REAL(real_vfs->xDelete(real_vfs, name, 0));
}

static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  (void)vfs;
  return real_vfs->xAccess(real_vfs, name, flags, result);
}

static int full_path(sqlite3_vfs *vfs, const char *name, int count, char *path) {
  (void)vfs;
  return real_vfs->xFullPathname(real_vfs, name, count, path);
}

static int randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  (void)vfs;
  return real_vfs->xRandomness(real_vfs, count, bytes);
}

static int sleep_for(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return real_vfs->xSleep(real_vfs, microseconds);
}

static sqlite3_int64 stopped_clock;

void fault_vfs_stop_clock(int64_t time) { stopped_clock = time; }

static int current_time(sqlite3_vfs *vfs, double *time) {
  (void)vfs;
  if (stopped_clock) {
    *time = (double)stopped_clock / 86400000.0;
    return SQLITE_OK;
  }
  return real_vfs->xCurrentTime(real_vfs, time);
}

static int last_error(sqlite3_vfs *vfs, int count, char *message) {
  (void)vfs;
  return real_vfs->xGetLastError(real_vfs, count, message);
}

static int current_time_64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  (void)vfs;
  if (stopped_clock) {
    *time = stopped_clock;
    return SQLITE_OK;
  }
  return real_vfs->xCurrentTimeInt64(real_vfs, time);
}

int fault_vfs_install(void) {
  static sqlite3_vfs vfs;
  real_vfs = sqlite3_vfs_find(NULL);
  if (!real_vfs || real_vfs == &vfs) return SQLITE_ERROR;
  vfs.iVersion = 2;
  vfs.szOsFile = (int)sizeof(struct file) + real_vfs->szOsFile;
  vfs.mxPathname = real_vfs->mxPathname;
  vfs.zName = "fault";
  vfs.xOpen = open_file;
  vfs.xDelete = delete_file;
  vfs.xAccess = access_file;
  vfs.xFullPathname = full_path;
  vfs.xRandomness = randomness;
  vfs.xSleep = sleep_for;
  vfs.xCurrentTime = current_time;
  vfs.xGetLastError = last_error;
  vfs.xCurrentTimeInt64 = current_time_64;
  return sqlite3_vfs_register(&vfs, 1);
}
