import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package enum TemporaryFolder {
  /// The folder in which SQLite makes temporary files <https://www.sqlite.org/tempfiles.html>.
  package static var path: String {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap { (name: String) in
      getenv(name).map { String(systemName: $0) }
    }
    return (named + ["/var/tmp", "/usr/tmp", "/tmp"]).first { folder in
      var status = stat()
      return stat(folder.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        && access(folder.systemPath, W_OK | X_OK) == 0
    } ?? "."
  }
}
