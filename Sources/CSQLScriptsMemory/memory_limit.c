#include "CSQLScriptsMemory.h"

#include <sqlite3.h>
#include <stddef.h>

static sqlite3_mem_methods original;

// Memory that was allocated before the limit was set can be freed after it, so the rest can grow without a limit.
#define UNLIMITED (INT64_MAX / 2)

static _Thread_local int64_t rest = UNLIMITED;
static _Thread_local int64_t limit = UNLIMITED;
static _Thread_local int is_exceeded;

static int fits(int64_t count) {
  if (count <= rest) return 1;
  is_exceeded = 1;
  return 0;
}

static void *allocate(int count) {
  if (!fits(count)) return NULL;
  void *memory = original.xMalloc(count);
  if (memory) rest -= original.xSize(memory);
  return memory;
}

static void release(void *memory) {
  if (memory) rest += original.xSize(memory);
  original.xFree(memory);
}

static void *reallocate(void *memory, int count) {
  int64_t before = original.xSize(memory);
  if (count > before && !fits(count - before)) return NULL;
  void *grown = original.xRealloc(memory, count);
  if (grown) rest -= original.xSize(grown) - before;
  return grown;
}

void sqlscripts_limit_memory(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &original) != SQLITE_OK) return;
  sqlite3_mem_methods methods = original;
  methods.xMalloc = allocate;
  methods.xFree = release;
  methods.xRealloc = reallocate;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

void sqlscripts_allow_memory(int64_t count) {
  rest = limit = count;
  is_exceeded = 0;
}

void sqlscripts_allow_all_memory(void) { sqlscripts_allow_memory(UNLIMITED); }

int64_t sqlscripts_exceeded_memory(void) { return is_exceeded ? limit : 0; }
