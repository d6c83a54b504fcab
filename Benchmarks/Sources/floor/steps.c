#include "floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) fail(database, sql);
  return statement;
}

static void record(sqlite3 *database, sqlite3_stmt *statement, int version) {
  sqlite3_bind_int(statement, 1, version);
  if (sqlite3_step(statement) != SQLITE_DONE) fail(database, "record");
  sqlite3_reset(statement);
}

/// Runs the scripts FROM to TO of a folder, one transaction each, which also sets the version.
static void run_scripts(const char *path, char **texts, int from, int to) {
  sqlite3 *database = open_database(path);
  for (int version = from; version <= to; version++) {
    char pragma[64];
    run(database, "BEGIN IMMEDIATE");
    run_statements(database, texts[version - from]);
    snprintf(pragma, sizeof pragma, "PRAGMA user_version = %d", version);
    run(database, pragma);
    run(database, "COMMIT");
  }
  sqlite3_close(database);
}

/// The same as the laws 1, 2, 12 and 13 require: the version in a row, read again under the lock, a history row, and a
/// commit that survives a power cut.
static void run_scripts_lawfully(const char *path, char **texts, int from, int to) {
  sqlite3 *database = open_database(path);
  run(database, "PRAGMA synchronous = EXTRA");
  run(database, "CREATE TABLE IF NOT EXISTS db_version (db_version_num INTEGER NOT NULL)");
  run(database,
      "CREATE TABLE IF NOT EXISTS db_version_history (version INTEGER NOT NULL PRIMARY KEY, script TEXT,"
      " checksum TEXT, statement_count INTEGER, applied_at TEXT, duration_ms INTEGER,"
      " sqlscripts_version TEXT, origin TEXT)");
  run(database, "INSERT INTO db_version SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM db_version)");
  sqlite3_stmt *read = prepare(database, "SELECT db_version_num FROM db_version LIMIT 2");
  sqlite3_stmt *update = prepare(database, "UPDATE db_version SET db_version_num = ?1");
  sqlite3_stmt *insert = prepare(
      database,
      "INSERT INTO db_version_history VALUES (?1, 'sql_update_1000.sql', 'xxh64:0123456789abcdef', 5,"
      " strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 1, '0.1.0', 'script')");
  for (int version = from; version <= to; version++) {
    run(database, "BEGIN IMMEDIATE");
    if (sqlite3_step(read) != SQLITE_ROW) fail(database, path);
    sqlite3_reset(read);
    run_statements(database, texts[version - from]);
    record(database, update, version);
    record(database, insert, version);
    run(database, "COMMIT");
  }
  sqlite3_finalize(read);
  sqlite3_finalize(update);
  sqlite3_finalize(insert);
  sqlite3_close(database);
}

static char **read_scripts(const char *folder, int from, int to) {
  char **texts = malloc(sizeof(char *) * (size_t)(to - from + 1));
  for (int version = from; version <= to; version++) {
    char path[4096];
    size_t size;
    if (version == 1) snprintf(path, sizeof path, "%s/sql_default.sql", folder);
    else snprintf(path, sizeof path, "%s/sql_update_%d.sql", folder, version);
    texts[version - from] = read_file(path, &size);
  }
  return texts;
}

/// `floor steps DATABASE FOLDER FROM TO`
int steps(int count, char **arguments) {
  if (count != 4) return 2;
  int from = atoi(arguments[2]), to = atoi(arguments[3]);
  run_scripts(arguments[0], read_scripts(arguments[1], from, to), from, to);
  return 0;
}

/// `floor fleet LIST FOLDER FROM TO`: the databases of a list, one per line.
int fleet(int count, char **arguments) {
  if (count != 4) return 2;
  int from = atoi(arguments[2]), to = atoi(arguments[3]);
  char **texts = read_scripts(arguments[1], from, to);
  size_t size;
  char *list = read_file(arguments[0], &size);
  for (char *path = strtok(list, "\n"); path; path = strtok(NULL, "\n")) {
    run_scripts(path, texts, from, to);
  }
  return 0;
}

/// `floor lawful DATABASE FOLDER FROM TO`
int lawful(int count, char **arguments) {
  if (count != 4) return 2;
  int from = atoi(arguments[2]), to = atoi(arguments[3]);
  run_scripts_lawfully(arguments[0], read_scripts(arguments[1], from, to), from, to);
  return 0;
}

/// `floor launch DATABASE TIMES`: opens it, reads the version, closes it.
int launch(int count, char **arguments) {
  if (count != 2) return 2;
  for (int times = atoi(arguments[1]); times > 0; times--) {
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_open_v2(arguments[0], &database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(database, "SELECT db_version_num FROM db_version", -1, &statement,
                           NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW) {
      fail(database, arguments[0]);
    }
    sqlite3_finalize(statement);
    sqlite3_close(database);
  }
  return 0;
}

/// `floor start`: a program that links SQLite and does nothing.
int start_only(int count, char **arguments) {
  return sqlite3_libversion_number() > 0 ? count : 1;
}
