#include "floor.h"

#include <stdio.h>
#include <string.h>

/// The commands: one line for each benchmark with a floor, and one to compare the results.
static const struct {
  const char *name;
  int (*run)(int, char **);
} commands[] = {
    {"bulk", bulk},
    {"bound", bound},
    {"steps", steps},
    {"lawful", lawful},
    {"fleet", fleet},
    {"launch", launch},
    {"start", start_only},
    {"same", same},
};

int main(int count, char **arguments) {
  for (size_t i = 0; count > 1 && i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(arguments[1], commands[i].name) == 0) {
      int status = commands[i].run(count - 2, arguments + 2);
      if (status != 2) return status;
    }
  }
  fputs("floor: see Benchmarks/Sources/floor/main.c\n", stderr);
  return 2;
}
