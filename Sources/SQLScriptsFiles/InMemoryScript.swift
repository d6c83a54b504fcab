/// A script in memory instead of in a file.
public struct InMemoryScript: Sendable, Hashable {
  /// The file name that it would have, for the history and for errors.
  public let fileName: String

  let bytes: [UInt8]

  private init(fileName: String, bytes: [UInt8]) {
    self.fileName = fileName
    self.bytes = bytes
  }

  /// Creates the script that creates a new database at `version`, which must be at least 1.
  public static func `default`(_ statements: [String], version: Int64 = 1) -> InMemoryScript {
    let before = "{ \"version\": \(version), \"statements\": "
    return InMemoryScript(
      fileName: "sql_default.json", bytes: json(of: statements, before: before, after: " }"))
  }

  /// Creates the script that migrates a database to `version`, which must be at least 1.
  public static func update(_ version: Int64, _ statements: [String]) -> InMemoryScript {
    InMemoryScript(
      fileName: "sql_update_\(version).json", bytes: json(of: statements, before: "", after: ""))
  }

  /// Creates a script from the bytes of a file. The name gives its kind, such as `sql_update_2.plist`.
  public static func file(named fileName: String, bytes: [UInt8]) -> InMemoryScript {
    InMemoryScript(fileName: fileName, bytes: bytes)
  }

  /// Creates a script from the text of a file. The name gives its kind, such as `sql_update_2.sql`.
  public static func file(named fileName: String, text: String) -> InMemoryScript {
    InMemoryScript(fileName: fileName, bytes: Array(text.utf8))
  }

  // Statements are converted to a JSON file, one per line, so that there is only one way to read scripts and the line
  // of an error is the number of the statement.
  private static func json(of statements: [String], before: String, after: String) -> [UInt8] {
    var bytes = Array("\(before)[".utf8)
    for (index, statement) in statements.enumerated() {
      bytes.append(contentsOf: index == 0 ? "\"".utf8 : ",\n\"".utf8)
      for byte in statement.utf8 {
        switch byte {
        case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
        case 0..<0x20:
          let digits = String(byte, radix: 16)
          bytes.append(contentsOf: (byte < 16 ? "\\u000\(digits)" : "\\u00\(digits)").utf8)
        default: bytes.append(byte)
        }
      }
      bytes.append(0x22)
    }
    bytes.append(contentsOf: "]\(after)".utf8)
    return bytes
  }
}
