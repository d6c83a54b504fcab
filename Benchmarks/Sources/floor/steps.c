#include "floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The scripts FROM to TO of a folder, a transaction each, with the version in it.
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

/// `floor fleet LIST FOLDER FROM TO`: the databases of a list, one a line.
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

/// `floor start`: a program that has SQLite in it, and does nothing.
int start_only(int count, char **arguments) {
  return sqlite3_libversion_number() > 0 ? count : 1;
}
