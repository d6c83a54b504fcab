#include "FuzzDriver.h"

#if defined(__linux__)
// Weak: an ordinary build of the package has no libFuzzer, and links all the same.
__attribute__((weak)) int LLVMFuzzerRunDriver(int *argc, char ***argv,
                                              int (*body)(const uint8_t *bytes, size_t count));

int fuzz_drive(int argc, char **argv, int (*body)(const uint8_t *bytes, size_t count)) {
  return LLVMFuzzerRunDriver ? LLVMFuzzerRunDriver(&argc, &argv, body) : -1;
}
#else
int fuzz_drive(int argc, char **argv, int (*body)(const uint8_t *bytes, size_t count)) {
  (void)argc, (void)argv, (void)body;
  return -1;
}
#endif
