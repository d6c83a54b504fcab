#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/// Hands `body` one input after the other, as the arguments of libFuzzer say.
/// - Returns: libFuzzer's exit status; -1 if the program is not linked with it, as only `Tools/fuzz` does.
int fuzz_drive(int argc, char **argv, int (*body)(const uint8_t *bytes, size_t count));

#endif
