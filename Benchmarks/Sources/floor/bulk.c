#include "floor.h"

/// `floor bulk DATABASE FILE.sql`: the statements of a file in one transaction.
int bulk(int count, char **arguments) {
  if (count != 2) return 2;
  sqlite3 *database = open_database(arguments[0]);
  size_t size;
  char *text = read_file(arguments[1], &size);
  run(database, "BEGIN IMMEDIATE");
  run_statements(database, text);
  run(database, "COMMIT");
  sqlite3_close(database);
  return 0;
}
