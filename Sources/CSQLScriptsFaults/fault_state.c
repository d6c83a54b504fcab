#include "CSQLScriptsFaults.h"

#include <stddef.h>

_Thread_local int fault_is_inside = 0;

static struct {
  int is_on;
  int64_t number;
  enum fault_kind kind;
  int lasts;
  fault_recorder recorder;
  void *context;
  int64_t count;
  int64_t failed;
} state;

void fault_vfs_begin(int64_t number, enum fault_kind kind, int lasts, fault_recorder recorder,
                     void *context) {
  state.number = number;
  state.kind = kind;
  state.lasts = lasts;
  state.recorder = recorder;
  state.context = context;
  state.count = 0;
  state.failed = 0;
  state.is_on = 1;
}

int64_t fault_vfs_rest(void) {
  state.is_on = 0;
  state.recorder = NULL;
  return state.failed;
}

int fault_comes(enum fault_operation operation, const char *path, const char *other, int64_t offset,
                const void *bytes, int64_t count, enum fault_kind *kind) {
  if (!state.is_on) return 0;
  state.count++;
  int fails = state.number > 0 &&
              (state.lasts ? state.count >= state.number : state.count == state.number);
  if (fails) {
    state.failed++;
    *kind = state.kind;
  } else if (state.recorder) {
    state.recorder(state.context, operation, path, other, offset, bytes, count);
  }
  return fails;
}
