#include "CSQLScriptsMemory.h"

#include <sqlite3.h>
#include <stddef.h>

static sqlite3_mem_methods original;
static bool is_installed;

// Memory that was allocated before the limit was set can be freed after it, so the rest can grow without a limit.
#define UNLIMITED (INT64_MAX / 2)

static _Thread_local int64_t rest = UNLIMITED;
static _Thread_local int64_t limit;
static _Thread_local bool is_limited;
static _Thread_local bool is_exceeded;

static bool fits(int64_t count) {
  if (count <= rest) return true;
  is_exceeded = true;
  return false;
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

bool sqlscripts_limit_memory(void) {
  // The second time, these functions would become their own original.
  if (is_installed) return true;
  if (sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) != SQLITE_OK) return false;
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &original) != SQLITE_OK) return false;
  sqlite3_mem_methods methods = original;
  methods.xMalloc = allocate;
  methods.xFree = release;
  methods.xRealloc = reallocate;
  is_installed = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK;
  return is_installed;
}

void sqlscripts_allow_memory(int64_t count) {
  rest = limit = count;
  is_limited = true;
  is_exceeded = false;
}

void sqlscripts_allow_all_memory(void) {
  rest = UNLIMITED;
  is_limited = false;
}

bool sqlscripts_is_memory_limited(void) { return is_limited; }

int64_t sqlscripts_exceeded_memory(void) { return is_exceeded ? limit : 0; }
