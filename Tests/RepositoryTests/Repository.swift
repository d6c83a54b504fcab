import Foundation

/// The checkout from which these tests were built.
struct Repository {
  struct File {
    /// The path from the root, with slashes.
    let path: String
    let text: String
    let lines: [Substring]
    /// The lines with their numbers, without comments and string literals.
    let code: [(number: Int, text: String)]

    init(path: String, text: String) {
      self.path = path
      self.text = text
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      code = path.hasSuffix(".swift") ? Self.code(of: lines) : []
    }

    private static func code(of lines: [Substring]) -> [(number: Int, text: String)] {
      var isInText = false
      return lines.enumerated().map { index, line in
        let delimiters = line.components(separatedBy: "\"\"\"").count - 1
        defer { if delimiters % 2 == 1 { isInText.toggle() } }
        if isInText { return (index + 1, "") }
        var code = String(line)
        // Most lines have neither, and checking is faster than replacing.
        if code.utf8.contains(UInt8(ascii: "\"")) {
          code.replace(#/"(?:\\.|[^"\\])*"/#, with: "\"\"")
        }
        if let comment = code.firstRange(of: "//") { code.removeSubrange(comment.lowerBound...) }
        return (index + 1, code)
      }
    }

    var name: String { (path as NSString).lastPathComponent }
    /// The folder below `Sources` or `Tests`, which is the module of the file.
    var room: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs a program to its end, and returns what it printed.
  static func run(
    _ path: String, _ arguments: [String], in folder: URL = root
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  static let sources = swiftFiles(in: "Sources")
  static let tests = swiftFiles(in: "Tests")
  static let examples = swiftFiles(in: "Examples")
  static let plugins = swiftFiles(in: "Plugins")

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The UTF-8 files below a folder, without folders that start with a dot. Each is read once.
  static func files(in folder: String) -> [File] {
    lock.lock()
    defer { lock.unlock() }
    let files = known[folder] ?? read(folder)
    known[folder] = files
    return files
  }

  private static let lock = NSLock()
  private nonisolated(unsafe) static var known: [String: [File]] = [:]

  private static func read(_ folder: String) -> [File] {
    let top = root.appendingPathComponent(folder)
    let paths = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String }
    return (paths ?? []).sorted().compactMap { path in
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      let url = top.appendingPathComponent(path)
      guard !isHidden, let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
      return File(path: "\(folder)/\(path)", text: text)
    }
  }

  private static func swiftFiles(in folder: String) -> [File] {
    files(in: folder).filter { $0.path.hasSuffix(".swift") && !$0.path.contains("/Fixtures/") }
  }
}
