#ifndef SQLSCRIPTS_SQLITE_LIBRARY_H
#define SQLSCRIPTS_SQLITE_LIBRARY_H

#include <sqlite3.h>

/// The functions of SQLite that SQLScripts calls: the name without `sqlite3_`, and its name in `sqlite3_api_routines`.
/// <https://www.sqlite.org/loadext.html>
#define SQLSCRIPTS_FUNCTIONS(X)                        \
  X(backup_finish, backup_finish)                      \
  X(backup_init, backup_init)                          \
  X(backup_step, backup_step)                          \
  X(bind_blob64, bind_blob64)                          \
  X(bind_double, bind_double)                          \
  X(bind_int64, bind_int64)                            \
  X(bind_null, bind_null)                              \
  X(bind_parameter_count, bind_parameter_count)        \
  X(bind_text64, bind_text64)                          \
  X(bind_value, bind_value)                            \
  X(bind_zeroblob, bind_zeroblob)                      \
  X(busy_handler, busy_handler)                        \
  X(changes, changes)                                  \
  X(clear_bindings, clear_bindings)                    \
  X(close_v2, close_v2)                                \
  X(column_blob, column_blob)                          \
  X(column_bytes, column_bytes)                        \
  X(column_count, column_count)                        \
  X(column_double, column_double)                      \
  X(column_int64, column_int64)                        \
  X(column_name, column_name)                          \
  X(column_text, column_text)                          \
  X(column_type, column_type)                          \
  X(column_value, column_value)                        \
  X(complete, complete)                                \
  X(create_collation_v2, create_collation_v2)          \
  X(create_function_v2, create_function_v2)            \
  X(db_config, db_config)                              \
  X(db_filename, db_filename)                          \
  X(db_readonly, db_readonly)                          \
  X(errmsg, errmsg)                                    \
  X(error_offset, error_offset)                        \
  X(errstr, errstr)                                    \
  X(extended_errcode, extended_errcode)                \
  X(file_control, file_control)                        \
  X(finalize, finalize)                                \
  X(get_autocommit, get_autocommit)                    \
  X(interrupt, interruptx)                             \
  X(last_insert_rowid, last_insert_rowid)              \
  X(libversion, libversion)                            \
  X(limit, limit)                                      \
  X(msize, msize)                                      \
  X(next_stmt, next_stmt)                              \
  X(open_v2, open_v2)                                  \
  X(prepare_v2, prepare_v2)                            \
  X(progress_handler, progress_handler)                \
  X(reset, reset)                                      \
  X(result_blob64, result_blob64)                      \
  X(result_double, result_double)                      \
  X(result_error, result_error)                        \
  X(result_error_toobig, result_error_toobig)          \
  X(result_int64, result_int64)                        \
  X(result_null, result_null)                          \
  X(result_text64, result_text64)                      \
  X(set_authorizer, set_authorizer)                    \
  X(set_last_insert_rowid, set_last_insert_rowid)      \
  X(sql, sql)                                          \
  X(step, step)                                        \
  X(stmt_busy, stmt_busy)                              \
  X(stmt_readonly, stmt_readonly)                      \
  X(stricmp, stricmp)                                  \
  X(strnicmp, strnicmp)                                \
  X(system_errno, system_errno)                        \
  X(table_column_metadata, table_column_metadata)      \
  X(total_changes, total_changes)                      \
  X(trace_v2, trace_v2)                                \
  X(txn_state, txn_state)                              \
  X(update_hook, update_hook)                          \
  X(user_data, user_data)                              \
  X(value_blob, value_blob)                            \
  X(value_bytes, value_bytes)                          \
  X(value_double, value_double)                        \
  X(value_int64, value_int64)                          \
  X(value_text, value_text)                            \
  X(value_type, value_type)                            \
  X(vfs_find, vfs_find)                                \
  X(vfs_register, vfs_register)

/// The functions of one copy of SQLite.
struct sqlscripts_functions {
#define SQLSCRIPTS_FUNCTION(name, member) __typeof__(sqlite3_##name) *_Nonnull name;
  SQLSCRIPTS_FUNCTIONS(SQLSCRIPTS_FUNCTION)
#undef SQLSCRIPTS_FUNCTION
};

/// The copy in use: the linked one, unless the app has chosen another. Only the function below reads it.
extern const struct sqlscripts_functions *_Nonnull sqlscripts_functions_in_use;

/// Returns the functions of the copy in use.
static inline const struct sqlscripts_functions *_Nonnull sqlscripts_functions(void) {
  return __atomic_load_n(&sqlscripts_functions_in_use, __ATOMIC_ACQUIRE);
}

/// Says that a connection is used, so that the copy can no longer change. Waits for another thread's choice.
void sqlscripts_hold_library(void);

/// The result of `sqlscripts_use_library`.
enum sqlscripts_library_choice {
  SQLSCRIPTS_LIBRARY_CHOSEN,
  /// Another copy is in use already.
  SQLSCRIPTS_LIBRARY_TOO_LATE,
  /// The copy cannot open a database in memory, or says nothing about its functions.
  SQLSCRIPTS_LIBRARY_UNKNOWN,
  /// The copy is older than SQLSCRIPTS_OLDEST_SQLITE.
  SQLSCRIPTS_LIBRARY_TOO_OLD,
  /// The copy was built without a function that is needed.
  SQLSCRIPTS_LIBRARY_INCOMPLETE,
  /// The copy was built with SQLITE_THREADSAFE=0.
  SQLSCRIPTS_LIBRARY_UNSAFE,
};

/// The oldest SQLite with all of these functions: `sqlite3_error_offset` is the newest.
#define SQLSCRIPTS_OLDEST_SQLITE 3038000

typedef int (*_Nonnull sqlscripts_open)(const char *_Nullable, sqlite3 *_Nullable *_Nullable, int,
                                        const char *_Nullable);
typedef int (*_Nonnull sqlscripts_auto_extension)(void (*_Nullable entry)(void));

/// Uses another copy of SQLite, given by three of its functions.
///
/// SQLite passes a table of its functions to each extension. This opens a database in memory with an extension that
/// keeps the table.
///
/// - Parameters:
///   - version: set to the number of its version, 0 if that is not known.
///   - missing: set to the name of a function that it does not have.
enum sqlscripts_library_choice sqlscripts_use_library(sqlscripts_open open,
                                                      sqlscripts_auto_extension add,
                                                      sqlscripts_auto_extension cancel,
                                                      int *_Nonnull version,
                                                      const char *_Nullable *_Nonnull missing);

/// sqlite3_db_config() is variadic, which Swift cannot call.
/// <https://www.sqlite.org/c3ref/db_config.html>
static inline int sqlscripts_db_config(sqlite3 *_Nonnull db, int option, int value,
                                       int *_Nullable result) {
  return sqlscripts_functions()->db_config(db, option, value, result);
}

/// Swift does not import SQLITE_TRANSIENT, which is a cast. SQLite copies the bytes.
/// <https://www.sqlite.org/c3ref/c_static.html>
static inline int sqlscripts_bind_text(sqlite3_stmt *_Nonnull statement, int index, const char *_Nullable text,
                                       sqlite3_uint64 count) {
  return sqlscripts_functions()->bind_text64(statement, index, text, count, SQLITE_TRANSIENT,
                                                  SQLITE_UTF8);
}

static inline int sqlscripts_bind_blob(sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes,
                                       sqlite3_uint64 count) {
  return sqlscripts_functions()->bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// SQLITE_STATIC: SQLite uses the bytes in place. They must stay valid until the next value is bound.
static inline int sqlscripts_bind_text_in_place(sqlite3_stmt *_Nonnull statement, int index,
                                                const void *_Nullable text, sqlite3_uint64 count) {
  return sqlscripts_functions()->bind_text64(statement, index, (const char *)text, count,
                                                  SQLITE_STATIC, SQLITE_UTF8);
}

/// Without a pointer the result would be NULL, also for an empty text or blob.
static inline void sqlscripts_result_text(sqlite3_context *_Nullable context, const char *_Nullable text,
                                          sqlite3_uint64 count) {
  sqlscripts_functions()->result_text64(context, text ? text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void sqlscripts_result_blob(sqlite3_context *_Nullable context, const void *_Nullable bytes,
                                          sqlite3_uint64 count) {
  sqlscripts_functions()->result_blob64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

#endif
