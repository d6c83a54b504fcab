#ifndef SQLSCRIPTS_SQLITE_SHIM_H
#define SQLSCRIPTS_SQLITE_SHIM_H

#include <sqlite3.h>

/// sqlite3_db_config() is variadic, which Swift cannot call.
/// https://www.sqlite.org/c3ref/db_config.html
static inline int sqlscripts_db_config(sqlite3 *db, int option, int value, int *result) {
  return sqlite3_db_config(db, option, value, result);
}

/// sqlite3_config() is variadic, too.
/// https://www.sqlite.org/c3ref/c_config_covering_index_scan.html
static inline int sqlscripts_config(int option, int value) {
  return sqlite3_config(option, value);
}

/// Swift does not import SQLITE_TRANSIENT, which is a cast. SQLite copies the bytes.
/// https://www.sqlite.org/c3ref/c_static.html
static inline int sqlscripts_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                       sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int sqlscripts_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                       sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// SQLITE_STATIC: SQLite uses the bytes in place. They must stay valid until the next value is bound.
static inline int sqlscripts_bind_text_in_place(sqlite3_stmt *statement, int index,
                                                const void *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, (const char *)text, count, SQLITE_STATIC,
                             SQLITE_UTF8);
}

#endif
