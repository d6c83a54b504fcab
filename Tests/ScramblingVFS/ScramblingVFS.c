#include "ScramblingVFS.h"

#include <ctype.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 64, LONGEST_PATH = 4096 };

/// The keys by database, because journals and logs are opened without a pragma.
static struct {
  char path[LONGEST_PATH];
  uint64_t key;
} keys[MOST_FILES];

static int key_count;
static atomic_int early_reads;

struct scrambled_file {
  sqlite3_file base;
  sqlite3_file *real;
  const char *path;
  int is_main, plain_bytes;
  uint64_t key;
};

static sqlite3_vfs *system_vfs, vfs;

static struct scrambled_file *cast(sqlite3_file *file) { return (struct scrambled_file *)file; }
static sqlite3_file *real(sqlite3_file *file) { return cast(file)->real; }

/// The key of the database that a file belongs to; 0 if there is none.
static uint64_t key_of(const char *path) {
  if (path == NULL) return 0;
  for (int i = 0; i < key_count; i++) {
    size_t count = strlen(keys[i].path);
    if (strncmp(path, keys[i].path, count) != 0) continue;
    const char *rest = path + count;
    if (!*rest || !strcmp(rest, "-journal") || !strcmp(rest, "-wal")) return keys[i].key;
  }
  return 0;
}

static void scramble(struct scrambled_file *file, unsigned char *bytes, int count, int64_t offset) {
  uint64_t key = file->is_main ? file->key : key_of(file->path);
  if (key == 0) return;
  for (int i = 0; i < count; i++) {
    int64_t place = offset + i;
    // A journal's header is in plain text, as SQLCipher's.
    if (place < file->plain_bytes) continue;
    uint64_t word = (key ^ (uint64_t)place) * 0x9E3779B97F4A7C15u;
    bytes[i] ^= (unsigned char)(word >> 56);
  }
}

static int read_file(sqlite3_file *f, void *bytes, int count, sqlite3_int64 offset) {
  struct scrambled_file *file = cast(f);
  // sqlite3_open() itself reads the header, 100 bytes. Without the key these mean nothing to it.
  if (file->is_main && file->key == 0 && count > 100) early_reads++;
  int result = file->real->pMethods->xRead(file->real, bytes, count, offset);
  sqlite3_int64 size = 0;
  file->real->pMethods->xFileSize(file->real, &size);
  // SQLite fills what is missing with zeros.
  sqlite3_int64 known = size - offset < count ? size - offset : count;
  if (known > 0 && (result == SQLITE_OK || result == SQLITE_IOERR_SHORT_READ)) {
    scramble(file, bytes, (int)known, offset);
  }
  return result;
}

static int write_file(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 offset) {
  unsigned char *copy = malloc((size_t)count);
  if (copy == NULL) return SQLITE_IOERR_NOMEM;
  memcpy(copy, bytes, (size_t)count);
  scramble(cast(f), copy, count, offset);
  int result = real(f)->pMethods->xWrite(real(f), copy, count, offset);
  free(copy);
  return result;
}

static int control(sqlite3_file *f, int op, void *argument) {
  struct scrambled_file *file = cast(f);
  char **pragma = argument;
  if (op == SQLITE_FCNTL_PRAGMA && !strcmp(pragma[1], "scramble")) {
    uint64_t key = 14695981039346656037u;
    for (const char *c = pragma[2] ? pragma[2] : ""; *c; c++) {
      key = (key ^ (unsigned char)*c) * 1099511628211u;
    }
    file->key = key;
    int i = 0;
    while (i < key_count && strcmp(keys[i].path, file->path)) i++;
    if (i == MOST_FILES || strlen(file->path) >= LONGEST_PATH) return SQLITE_FULL;
    strcpy(keys[i].path, file->path);
    keys[i].key = key;
    if (i == key_count) key_count++;
    return SQLITE_OK;
  }
  return file->real->pMethods->xFileControl(file->real, op, argument);
}

static int close_file(sqlite3_file *f) { return real(f)->pMethods->xClose(real(f)); }
static int truncate_file(sqlite3_file *f, sqlite3_int64 n) { return real(f)->pMethods->xTruncate(real(f), n); }
static int sync_file(sqlite3_file *f, int n) { return real(f)->pMethods->xSync(real(f), n); }
static int size_of(sqlite3_file *f, sqlite3_int64 *n) { return real(f)->pMethods->xFileSize(real(f), n); }
static int lock(sqlite3_file *f, int n) { return real(f)->pMethods->xLock(real(f), n); }
static int unlock(sqlite3_file *f, int n) { return real(f)->pMethods->xUnlock(real(f), n); }
static int check(sqlite3_file *f, int *n) { return real(f)->pMethods->xCheckReservedLock(real(f), n); }
static int sector(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }
static int traits(sqlite3_file *f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); }

static int shm_map(sqlite3_file *f, int a, int b, int c, void volatile **p) {
  return real(f)->pMethods->xShmMap(real(f), a, b, c, p);
}
static int shm_lock(sqlite3_file *f, int a, int b, int c) { return real(f)->pMethods->xShmLock(real(f), a, b, c); }
static void shm_barrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }
static int shm_unmap(sqlite3_file *f, int d) { return real(f)->pMethods->xShmUnmap(real(f), d); }

/// Version 2, without xFetch: mapped pages would not be scrambled.
static const sqlite3_io_methods methods = {
    2,         close_file, read_file, write_file, truncate_file, sync_file,   size_of,
    lock,      unlock,     check,     control,    sector,        traits,      shm_map,
    shm_lock,  shm_barrier, shm_unmap};

static int open_file(sqlite3_vfs *v, sqlite3_filename path, sqlite3_file *f, int flags, int *found) {
  (void)v;
  struct scrambled_file *file = cast(f);
  memset(file, 0, sizeof *file);
  file->real = (sqlite3_file *)&file[1];
  int result = system_vfs->xOpen(system_vfs, path, file->real, flags, found);
  if (file->real->pMethods == NULL) return result;
  file->path = path;
  file->is_main = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  file->plain_bytes = flags & SQLITE_OPEN_MAIN_JOURNAL ? 28 : 0;
  file->base.pMethods = &methods;
  return result;
}

int scrambling_vfs_install(void) {
  system_vfs = sqlite3_vfs_find(NULL);
  if (system_vfs == NULL) return SQLITE_ERROR;
  vfs = *system_vfs;
  vfs.zName = "scrambling";
  vfs.pNext = NULL;
  vfs.szOsFile = (int)sizeof(struct scrambled_file) + system_vfs->szOsFile;
  vfs.xOpen = open_file;
  return sqlite3_vfs_register(&vfs, 1);
}

int scrambling_vfs_early_reads(void) { return early_reads; }
