import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics

/// The databases that a command is for: named, matched, or listed in a file, and of these a share.
struct DatabaseList: ParsableArguments {
  @Argument(help: "The databases: paths, or patterns with * and ?.", completion: .file())
  var databases: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with one database a line, or with a NUL after each; - is standard input.",
      valueName: "list"), completion: .file())
  var fromFile: String?

  @Option(
    help: ArgumentHelp(
      "Takes the K-th of N shares of the databases, as in 2/8.",
      discussion: """
        The share of a database depends on its path only, so machines that are given the same paths \
        take each database once.
        """, valueName: "k/n"))
  var shard: Shard?

  func validate() throws {
    guard !databases.isEmpty || fromFile != nil else {
      throw ValidationError("Name a database, or a list of them with --from-file.")
    }
  }

  /// The paths, each once, in their order; with a shard it may be none.
  func paths() throws -> [String] {
    let all = try databases.flatMap(Self.matches) + listed()
    guard !all.isEmpty else {
      throw CommandStop(.couldNotLook, "the list names no database")
    }
    var seen: Set<String> = []
    return all.filter { seen.insert($0).inserted && shard?.contains($0) != false }
  }

  /// What a pattern matches, which the shell leaves to us when it is quoted. A file that is called like
  /// a pattern is that file, and brackets alone make none: a new database may have them in its name.
  private static func matches(_ pattern: String) throws -> [String] {
    guard pattern.utf8.contains(where: { "*?".utf8.contains($0) }), !System.exists(pattern) else {
      return [pattern]
    }
    let paths = System.paths(matching: pattern)
    guard !paths.isEmpty else {
      throw CommandStop(.couldNotLook, "no file matches “\(pattern)”")
    }
    return paths
  }

  private func listed() throws -> [String] {
    guard let fromFile else { return [] }
    guard let bytes = System.readAll(fromFile) else {
      throw CommandStop(
        .couldNotLook, "the list “\(fromFile)” cannot be read: \(System.lastMessage)")
    }
    // A path can have a line break in it, and then only `find -print0` can list it.
    let lines =
      bytes.contains(0)
      ? bytes.split(separator: 0)
      : bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
