#ifndef SCRAMBLING_VFS_H
#define SCRAMBLING_VFS_H

/// Makes a VFS SQLite's default one that scrambles the files of a database after `PRAGMA scramble = KEY` on its
/// connection: the database, its journal and its log. It stands for an encrypting SQLite.
///
/// A connection that reads before it gets the key sees scrambled pages, and so does every other program.
int scrambling_vfs_install(void);

/// How often a connection read a page before it got a key.
int scrambling_vfs_early_reads(void);

#endif
