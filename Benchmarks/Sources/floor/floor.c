#include "floor.h"

#include <stdio.h>
#include <stdlib.h>

void fail(sqlite3 *database, const char *what) {
  fprintf(stderr, "floor: %s: %s\n", what, database ? sqlite3_errmsg(database) : "failed");
  exit(1);
}

sqlite3 *open_database(const char *path) {
  sqlite3 *database = NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (sqlite3_open_v2(path, &database, flags, NULL) != SQLITE_OK) fail(database, path);
  run(database, "PRAGMA journal_mode = DELETE");
  run(database, "PRAGMA synchronous = FULL");
  return database;
}

void run(sqlite3 *database, const char *sql) {
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(database, sql);
}

void run_statements(sqlite3 *database, const char *text) {
  while (*text) {
    sqlite3_stmt *statement = NULL;
    const char *tail = NULL;
    if (sqlite3_prepare_v2(database, text, -1, &statement, &tail) != SQLITE_OK) {
      fail(database, "prepare");
    }
    if (statement) {
      int result;
      while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
      }
      if (result != SQLITE_DONE) fail(database, sqlite3_sql(statement));
      sqlite3_finalize(statement);
    }
    text = tail;
  }
}

char *read_file(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(NULL, path);
  fseek(file, 0, SEEK_END);
  *count = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*count + 1);
  if (!text || fread(text, 1, *count, file) != *count) fail(NULL, path);
  text[*count] = 0;
  fclose(file);
  return text;
}
