import CSQLScriptsSQLite
import Foundation
import SQLScriptsDatabase

/// Splits SQL text into statements, exactly like SQLite.
///
/// It uses `sqlite3_complete` and not the tail of `sqlite3_prepare`, because that needs no tables. So a history can be
/// split beyond a failing script.
struct StatementSplitter {
  struct NotUTF8: Error {}

  private let scratch: Connection

  init() throws {
    scratch = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
  }

  /// The statements without their `;`. Whitespace and comments alone are not a statement.
  func statements(in text: [UInt8]) throws -> [String] {
    var bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
    let end = bytes.count
    bytes += [0, 0]
    var items: [Range<Int>] = []
    var start = 0
    bytes.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      for index in 0..<end where buffer[index] == UInt8(ascii: ";") {
        let next = buffer[index + 1]
        buffer[index + 1] = 0
        let isComplete = sqlite3_complete(base.assumingMemoryBound(to: CChar.self) + start) != 0
        buffer[index + 1] = next
        guard isComplete else { continue }
        items.append(start..<index)
        start = index + 1
      }
    }
    items.append(start..<end)
    return try items.compactMap { range in
      guard let text = String(bytes: bytes[range], encoding: .utf8) else { throw NotUTF8() }
      return isStatement(text) ? text.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }
  }

  /// Whether there is more than whitespace and comments.
  private func isStatement(_ text: String) -> Bool {
    text.withCString { start in
      var end = start
      do throws(SQLiteError) {
        return try scratch.prepare(at: start, end: &end) != nil
      } catch {
        // Its tables do not exist here.
        return true
      }
    }
  }
}
