#ifndef FLOOR_H
#define FLOOR_H

#include <sqlite3.h>
#include <stddef.h>

/// Opens a database as every program of the benchmarks does: rollback journal, synchronous FULL.
sqlite3 *open_database(const char *path);

/// Prepares, steps and finalizes the statements of a text one by one, in place.
void run_statements(sqlite3 *database, const char *text);

/// Runs one statement of the floor itself.
void run(sqlite3 *database, const char *sql);

/// The bytes of a file, followed by a NUL.
char *read_file(const char *path, size_t *count);

/// Ends the program with SQLite's error.
void fail(sqlite3 *database, const char *what);

// The commands. Each takes the arguments after its name, and returns 2 if they do not fit.
int bulk(int count, char **arguments);
int bound(int count, char **arguments);
int steps(int count, char **arguments);
int lawful(int count, char **arguments);
int fleet(int count, char **arguments);
int launch(int count, char **arguments);
int start_only(int count, char **arguments);
int same(int count, char **arguments);

#endif
