#include <sqlite3.h>
#include <stddef.h>

#include "FaultCalls.h"

static sqlite3_mem_methods real;

static struct {
  int64_t number;
  int lasts;
  int64_t count;
  int64_t failed;
} state;

static int is_refused(void) {
  state.count++;
  if (state.number == 0) return 0;
  if (state.lasts ? state.count < state.number : state.count != state.number) return 0;
  state.failed++;
  return 1;
}

static void *allocate(int count) { return is_refused() ? NULL : real.xMalloc(count); }

static void *reallocate(void *memory, int count) {
  return is_refused() ? NULL : real.xRealloc(memory, count);
}

int fault_memory_install(void) {
  static sqlite3_mem_methods methods;
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  if (code != SQLITE_OK) return code;
  methods = real;
  methods.xMalloc = allocate;
  methods.xRealloc = reallocate;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

void fault_memory_begin(int64_t number, int lasts) {
  state.number = number;
  state.lasts = lasts;
  state.count = 0;
  state.failed = 0;
}

int64_t fault_memory_rest(int64_t *count) {
  *count = state.count;
  state.number = 0;
  return state.failed;
}
