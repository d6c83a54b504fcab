#include <unistd.h>

#include "FaultCalls.h"

int fault_fork(int (*body)(void *context), void *context) {
  int child = fork();
  // _exit: what the parent has open and registered is not the child's to close.
  if (child == 0) _exit(body(context));
  return child;
}
