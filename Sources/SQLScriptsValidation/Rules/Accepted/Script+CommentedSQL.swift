import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

extension Script {
  /// The first comment with a statement, in a script without statements, and how to move it out; nil if there is none.
  var commentWithSQL: (range: Range<Int>, help: String)? {
    let bytes = document.source.bytes
    guard bytes.count < 100_000 else { return nil }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
    guard
      let line = lines.first(where: { Self.statement(in: $0) != nil && !Self.isExample($0) }),
      let start = Self.statement(in: line)
    else { return nil }
    let help: String
    switch file.format {
    case .plist: help = "Move it out of the comment, after “-->”."
    case .json: return nil
    case .sql:
      help =
        line.drop { $0 <= 0x20 }.starts(with: [0x2D, 0x2D])
        ? "Delete the “--” before it." : "Write “*/” where the comment ends, before the statement."
    }
    let end = line.last == 0x0D ? line.endIndex - 1 : line.endIndex
    return (start..<max(start, end), help)
  }

  /// The statement in the comment of a new update.
  package static var exampleStatement: String { "ALTER TABLE user_info ADD COLUMN age INTEGER" }

  private static func isExample(_ line: SourceBytes.SubSequence) -> Bool {
    String(decoding: line.prefix(4_000), as: UTF8.self).contains(exampleStatement)
  }

  /// The start of the first word of SQL in a line.
  private static func statement(in line: SourceBytes.SubSequence) -> Int? {
    let text = String(decoding: line.prefix(4_000), as: UTF8.self).uppercased()
    let starters = [
      "CREATE TABLE", "ALTER TABLE", "INSERT INTO", "UPDATE ", "DELETE FROM", "DROP TABLE",
      "CREATE INDEX", "CREATE VIEW", "CREATE TRIGGER", "CREATE UNIQUE INDEX",
    ]
    for word in starters where text.contains(word) {
      let bytes = Array(word.utf8)
      return line.indices.first { index in
        line[index...].prefix(bytes.count).map { $0 | 0x20 } == bytes.map { $0 | 0x20 }
      }
    }
    return nil
  }
}
