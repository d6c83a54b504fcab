#include "floor.h"

#include <stdio.h>

/// `floor same DATABASE DATABASE TABLE`: fails unless both have the same rows in a table.
int same(int count, char **arguments) {
  if (count != 3) return 2;
  sqlite3 *database = open_database(arguments[0]);
  char *sql = sqlite3_mprintf(
      "ATTACH %Q AS other;"
      "CREATE TEMP TABLE wrong (x CHECK (x = 0));"
      "INSERT INTO wrong SELECT abs((SELECT count(*) FROM main.%w) - (SELECT count(*) FROM other.%w));"
      "INSERT INTO wrong SELECT count(*) FROM (SELECT * FROM main.%w EXCEPT SELECT * FROM other.%w);"
      "INSERT INTO wrong SELECT count(*) = 0 FROM main.%w",
      arguments[1], arguments[2], arguments[2], arguments[2], arguments[2], arguments[2]);
  run(database, sql);
  sqlite3_free(sql);
  sqlite3_close(database);
  return 0;
}
