#ifndef SYNC_WATCH_H
#define SYNC_WATCH_H

/// How many times this process has waited for a file to be on the disk, by the path that the file had then.
/// Only the last few thousand are known. Always 0 where the system's calls cannot be watched.
int syncWatchCount(const char *path);

#endif
