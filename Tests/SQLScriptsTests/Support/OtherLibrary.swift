#if os(Linux) && canImport(Glibc)
  import Foundation
  import Testing

  /// Other copies of SQLite in shared libraries, whose functions begin with `other_sqlite3_`.
  enum OtherLibrary {
    /// A complete second copy, made from the system's archive.
    static func prefixed(in folder: String) throws -> String {
      try shell(
        """
        archive=$(clang --print-file-name=libsqlite3.a)
        nm --undefined-only "$archive" | sed -n 's/^ *U //p' | sort -u > undefined
        nm --defined-only "$archive" | awk 'NF == 3 { print $3 }' | sort -u > defined
        comm -23 undefined defined | sed 's/\\(.*\\)/other_\\1 \\1/' > system
        objcopy --prefix-symbols=other_ "$archive" other.a
        objcopy --redefine-syms=system other.a
        # Without it, the archive's code would have to be position-independent.
        echo '{ global: other_sqlite3_open_v2; other_sqlite3_*auto_extension; local: *; };' > exports
        clang -shared -o other.so -Wl,--version-script=exports \\
          -Wl,--whole-archive other.a -Wl,--no-whole-archive -lm -lpthread -ldl -lz
        """, in: folder)
      return folder + "/other.so"
    }

    /// A library that only says which version it is.
    ///
    /// - Parameter table: the table of functions that it passes to extensions, in C.
    static func standIn(_ version: Int, _ table: String, in folder: String) throws -> String {
      try shell(
        """
        cat > other.c <<'END'
        #include <sqlite3ext.h>
        static int version(void) { return \(version); }
        static int close_it(sqlite3 *db) { return db != 0; }
        static sqlite3_api_routines api = {.libversion_number = version, .close = close_it};
        static int (*entry)(sqlite3 *, char **, const sqlite3_api_routines *);
        int other_sqlite3_open_v2(const char *name, sqlite3 **db, int flags, const char *vfs) {
          *db = 0;
          return entry ? entry(0, 0, \(table)) : 1;
        }
        int other_sqlite3_auto_extension(void (*f)(void)) { entry = (void *)f; return 0; }
        int other_sqlite3_cancel_auto_extension(void (*f)(void)) { entry = 0; return 1; }
        END
        clang -w -shared -fPIC -o other.so other.c
        """, in: folder)
      return folder + "/other.so"
    }

    private static func shell(_ commands: String, in folder: String) throws {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-euc", commands]
      shell.currentDirectoryURL = URL(fileURLWithPath: folder)
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
    }
  }
#endif
