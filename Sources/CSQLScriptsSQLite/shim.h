#ifndef SQLSCRIPTS_SQLITE_SHIM_H
#define SQLSCRIPTS_SQLITE_SHIM_H

#include <sqlite3.h>

/// sqlite3_config() is variadic, which Swift cannot call.
/// https://www.sqlite.org/c3ref/c_config_covering_index_scan.html
static inline int sqlscripts_config(int option, int value) {
  return sqlite3_config(option, value);
}

#endif
