#ifndef CSQLSCRIPTS_MEMORY_H
#define CSQLSCRIPTS_MEMORY_H

#include <stdint.h>

/// Lets each thread have its own limit of the memory that SQLite may allocate, and turns off SQLite's statistics, whose
/// lock all threads wait for. It applies to the whole process and has no effect after the first connection.
///
/// `sqlite3_hard_heap_limit64` counts for all threads together: an innocent statement would fail because of another
/// thread's.
void sqlscripts_limit_memory(void);

/// From now on, SQLite may allocate this many bytes more on this thread than it frees.
void sqlscripts_allow_memory(int64_t count);

/// No limit of this thread.
void sqlscripts_allow_all_memory(void);

/// The last limit of this thread, if SQLite has met it since it was set; otherwise 0.
int64_t sqlscripts_exceeded_memory(void);

#endif
