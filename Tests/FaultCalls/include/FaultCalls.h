#ifndef FAULT_CALLS_H
#define FAULT_CALLS_H

#include <stdint.h>

/// Runs `body` in a process of its own, whose exit status is what it returns. Swift has no fork().
/// - Returns: its number; -1 if there is none.
int fault_fork(int (*body)(void *context), void *context);

/// Makes a disk in memory of so many bytes at a folder, in whole pages; over one that was made there, changes
/// its size.
/// - Returns: 0, or why not: EPERM where only root may.
int fault_disk_make(const char *folder, int64_t bytes);

/// Takes it away again.
void fault_disk_remove(const char *folder);

/// Lets no file grow beyond so many bytes; a write across the end is cut short there. 0 lifts it.
void fault_disk_limit_files(int64_t bytes);

/// Puts itself between SQLite and the memory; before SQLite is used for the first time.
int fault_memory_install(void);

/// Counts what SQLite allocates from 1, and refuses the one of this number, and those after it if it
/// lasts. 0 refuses nothing.
void fault_memory_begin(int64_t number, int lasts);

/// Ends it.
/// - Parameter count: becomes how often memory was asked for.
/// - Returns: how often it was refused.
int64_t fault_memory_rest(int64_t *count);

/// Sets the wall clock of this process to so many seconds after 1970, where it stands still. On Linux for all, elsewhere
/// for SQLite.
void fault_clock_set(int64_t seconds);

/// Lets it run again, and shows the time.
void fault_clock_run(void);

/// Gives a file the time of this clock, as far as the file system knows such times.
void fault_clock_touch(const char *path);

/// How many descriptors this process may have, threads its user, and bytes of addresses this process. Irrevocable.
/// - Returns: 0, or -1.
int fault_limit_descriptors(int64_t most);
int fault_limit_threads(int64_t most);
int fault_limit_addresses(int64_t most);

/// Makes this process one of another user, with a group and, unless it is 0, one more. Irrevocable; only root may.
/// - Returns: 0, or -1.
int fault_become(uint32_t user, uint32_t group, uint32_t other_group);

/// Calls `hears` before an open file is given its owner or its permissions; NULL for nobody. Linux only.
void fault_watch_modes(void (*hears)(void *context), void *context);

/// A number that several processes read and write.
int64_t fault_shared_number(int64_t *number);
void fault_set_shared_number(int64_t *number, int64_t value);

#endif
