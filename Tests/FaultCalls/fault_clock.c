// A wall clock that jumps: for SQLite, and on Linux for whoever asks the C library. The monotonic clock runs on.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

#include "CSQLScriptsFaults.h"
#include "FaultCalls.h"

static struct {
  int is_set;
  int64_t seconds;
} wall;

/// From the beginning of the Julian days until 1970.
static const int64_t julian = 210866760000;

void fault_clock_set(int64_t seconds) {
  wall.is_set = 1;
  wall.seconds = seconds;
  // What leads beyond the count of milliseconds is its first or last one. 0 would let SQLite's clock run.
  int64_t time = seconds > INT64_MAX / 1000 - julian ? INT64_MAX
                 : seconds < INT64_MIN / 1000        ? INT64_MIN
                                                     : (seconds + julian) * 1000;
  fault_vfs_stop_clock(time ? time : 1);
}

void fault_clock_run(void) {
  wall.is_set = 0;
  fault_vfs_stop_clock(0);
}

void fault_clock_touch(const char *path) {
  struct timespec times[2] = {{.tv_sec = wall.seconds}, {.tv_sec = wall.seconds}};
  utimensat(AT_FDCWD, path, times, 0);
}

#ifdef __linux__
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (wall.is_set && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    time->tv_sec = wall.seconds;
    time->tv_nsec = 0;
    return 0;
  }
  return (int)syscall(SYS_clock_gettime, clock, time);
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec time;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

#endif
