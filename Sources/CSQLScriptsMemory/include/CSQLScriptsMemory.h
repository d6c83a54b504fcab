#ifndef CSQLSCRIPTS_MEMORY_H
#define CSQLSCRIPTS_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/// Lets each thread have its own limit of the memory that SQLite may allocate, and turns off SQLite's statistics, whose
/// lock all threads wait for. It applies to the whole process and has no effect after the first connection.
///
/// `sqlite3_hard_heap_limit64` counts for all threads together: an innocent statement would fail because of another
/// thread's.
///
/// Returns whether limits hold. If not, the functions below do nothing.
bool sqlscripts_limit_memory(void);

/// From now on, SQLite may allocate this many bytes more on this thread than it frees.
void sqlscripts_allow_memory(int64_t count);

/// Removes the limit of this thread. `sqlscripts_exceeded_memory` still reports it, because SQLite reports the end of a
/// statement before it returns the error.
void sqlscripts_allow_all_memory(void);

/// Whether this thread has a limit now.
bool sqlscripts_is_memory_limited(void);

/// The last limit of this thread, if SQLite has met it since it was set; otherwise 0.
int64_t sqlscripts_exceeded_memory(void);

#endif
