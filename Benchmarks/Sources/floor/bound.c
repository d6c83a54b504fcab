#include "floor.h"

#include <stdio.h>
#include <stdlib.h>

/// `floor bound DATABASE COUNT`: the rows of the script of INSERTs, bound to one statement from values in memory. Nothing
/// is read and no SQL is compiled for a row, so a program that begins with a file of SQL cannot be this fast.
int bound(int count, char **arguments) {
  if (count != 2) return 2;
  int rows = atoi(arguments[1]);
  char (*names)[16] = malloc(sizeof *names * (size_t)rows);
  double *prices = malloc(sizeof *prices * (size_t)rows);
  for (int row = 1; row <= rows; row++) {
    snprintf(names[row - 1], sizeof *names, "name %d", row);
    prices[row - 1] = row % 900 + row % 100 / 100.0;
  }
  sqlite3 *database = open_database(arguments[0]);
  run(database, "BEGIN IMMEDIATE");
  run(database, "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, note TEXT)");
  sqlite3_stmt *insert = NULL;
  const char *sql = "INSERT INTO item (id, name, price, note) VALUES (?, ?, ?, ?)";
  if (sqlite3_prepare_v2(database, sql, -1, &insert, NULL) != SQLITE_OK) fail(database, sql);
  for (int row = 1; row <= rows; row++) {
    sqlite3_bind_int(insert, 1, row);
    sqlite3_bind_text(insert, 2, names[row - 1], -1, SQLITE_STATIC);
    sqlite3_bind_double(insert, 3, prices[row - 1]);
    sqlite3_bind_text(insert, 4, "a note about this one", -1, SQLITE_STATIC);
    if (sqlite3_step(insert) != SQLITE_DONE) fail(database, sql);
    sqlite3_reset(insert);
  }
  sqlite3_finalize(insert);
  run(database, "COMMIT");
  sqlite3_close(database);
  return 0;
}
