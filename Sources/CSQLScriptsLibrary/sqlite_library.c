// The functions that are linked, and not macros for those of an extension's table.
#define SQLITE_CORE 1

#include "sqlite_library.h"

#include <pthread.h>
#include <sqlite3ext.h>
#include <stdatomic.h>
#include <stddef.h>

static const struct sqlscripts_functions linked = {
#define SQLSCRIPTS_FUNCTION(name, member) .name = sqlite3_##name,
    SQLSCRIPTS_FUNCTIONS(SQLSCRIPTS_FUNCTION)
#undef SQLSCRIPTS_FUNCTION
};

const struct sqlscripts_functions *sqlscripts_functions_in_use = &linked;

static struct sqlscripts_functions chosen;

/// Two threads must not choose at once, and none may open a connection meanwhile.
static pthread_mutex_t choosing = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_held;

/// The table of the copy that is being opened on this thread.
static _Thread_local const sqlite3_api_routines *received;

static int receive(sqlite3 *db, char **error, const sqlite3_api_routines *routines) {
  (void)db;
  (void)error;
  received = routines;
  return SQLITE_OK;
}

void sqlscripts_hold_library(void) {
  if (atomic_load_explicit(&is_held, memory_order_acquire)) return;
  pthread_mutex_lock(&choosing);
  atomic_store_explicit(&is_held, 1, memory_order_release);
  pthread_mutex_unlock(&choosing);
}

static enum sqlscripts_library_choice choose(sqlscripts_open open, sqlscripts_auto_extension add,
                                             sqlscripts_auto_extension cancel, int *version,
                                             const char **missing) {
  sqlite3 *db = NULL;
  received = NULL;
  int added = add((void (*)(void))receive);
  int opened = open(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  if (added == SQLITE_OK) cancel((void (*)(void))receive);
  const sqlite3_api_routines *routines = received;
  // Without the table, nothing can close the database. A copy without extensions passes no table.
  if (routines == NULL || routines->libversion_number == NULL) return SQLSCRIPTS_LIBRARY_UNKNOWN;
  *version = routines->libversion_number();
  routines->close(db);
  if (opened != SQLITE_OK) return SQLSCRIPTS_LIBRARY_UNKNOWN;
  // An older table ends before the newer functions.
  if (*version < SQLSCRIPTS_OLDEST_SQLITE) return SQLSCRIPTS_LIBRARY_TOO_OLD;
  // The entry of a function that was left out is 0.
#define SQLSCRIPTS_FUNCTION(name, member) \
  if (routines->member == NULL) *missing = "sqlite3_" #name;
  SQLSCRIPTS_FUNCTIONS(SQLSCRIPTS_FUNCTION)
#undef SQLSCRIPTS_FUNCTION
  if (*missing != NULL) return SQLSCRIPTS_LIBRARY_INCOMPLETE;
  if (routines->compileoption_used && routines->compileoption_used("THREADSAFE=0")) {
    return SQLSCRIPTS_LIBRARY_UNSAFE;
  }
  if (routines->open_v2 == sqlscripts_functions()->open_v2) return SQLSCRIPTS_LIBRARY_CHOSEN;
  if (atomic_load_explicit(&is_held, memory_order_acquire)) return SQLSCRIPTS_LIBRARY_TOO_LATE;
  struct sqlscripts_functions functions = {
#define SQLSCRIPTS_FUNCTION(name, member) .name = routines->member,
      SQLSCRIPTS_FUNCTIONS(SQLSCRIPTS_FUNCTION)
#undef SQLSCRIPTS_FUNCTION
  };
  chosen = functions;
  __atomic_store_n(&sqlscripts_functions_in_use, &chosen, __ATOMIC_RELEASE);
  return SQLSCRIPTS_LIBRARY_CHOSEN;
}

enum sqlscripts_library_choice sqlscripts_use_library(sqlscripts_open open,
                                                      sqlscripts_auto_extension add,
                                                      sqlscripts_auto_extension cancel,
                                                      int *version, const char **missing) {
  *version = 0;
  *missing = NULL;
  pthread_mutex_lock(&choosing);
  enum sqlscripts_library_choice choice = choose(open, add, cancel, version, missing);
  pthread_mutex_unlock(&choosing);
  return choice;
}
