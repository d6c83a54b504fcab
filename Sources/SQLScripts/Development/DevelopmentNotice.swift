#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a debug build says to the developer on standard error, which Xcode shows in its console. A release build says
/// nothing.
enum DevelopmentNotice {
  #if DEBUG
    /// Writes one line.
    static func print(_ words: String) {
      let line = Array("SQLScripts: \(words)\n".utf8)
      _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// About applied scripts that were edited since.
    static func edited(_ scripts: [String], in database: String) -> String {
      let them = scripts.count == 1 ? "it was" : "they were"
      return
        "\(database): \(list(scripts)) changed after \(them) applied. Applied scripts never run again, so this"
        + " database and those in the field don't get the change. Put the change into a new update script. To"
        + " start over with a development database, delete it or set recreatesDevelopmentDatabase in its options."
        + " Only debug builds check this."
    }

    /// About a database that was recreated.
    static func recreated(_ database: String, because reason: String, kept: String) -> String {
      "\(database): recreated this development database, because \(reason). The old one is \(kept). Only debug builds"
        + " do this."
    }

    private static func list(_ names: [String]) -> String {
      let shown = names.prefix(3).joined(separator: ", ")
      return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
    }
  #endif
}
