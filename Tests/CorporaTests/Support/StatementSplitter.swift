import CSQLScriptsSQLite
import Foundation
import SQLScriptsDatabase

/// Takes SQL text apart, one statement an item, with SQLite's own eyes.
///
/// `sqlite3_complete` and not the tail of `sqlite3_prepare`: it needs no tables, so that a history can
/// be taken apart beyond a script that fails.
struct StatementSplitter {
  struct NotUTF8: Error {}

  private let scratch: Connection

  init() throws {
    scratch = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
  }

  /// The statements without their `;`. What holds only blanks and comments is none.
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

  /// Whether there is more than blanks and comments: SQLite makes nothing of these.
  private func isStatement(_ text: String) -> Bool {
    text.withCString { start in
      var end = start
      do throws(SQLiteError) {
        return try scratch.prepare(at: start, end: &end) != nil
      } catch {
        // Its tables are not here.
        return true
      }
    }
  }
}
