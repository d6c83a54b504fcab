import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsScratch

/// Finds the names in double quotes that SQLite reads as strings. It compiles the statement again without this
/// fallback and replaces each missing name with a string.
struct DoubleQuotedTextFinder {
  private let connection: Connection
  /// The statement, with a NUL.
  private var text: [UInt8]
  private let names: [SQLToken]
  private let words: [String]

  private static let manyTexts = 50
  private static let longText = 100_000

  /// Nil if there are no double quotes, as in nearly all statements.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ connection: Connection) {
    guard bytes.count <= Self.longText, bytes.contains(UInt8(ascii: "\"")) else { return nil }
    var scanner = SQLScanner(bytes)
    var names: [SQLToken] = []
    var words: [String] = []
    while let token = scanner.nextSignificant() {
      if token.kind == .quotedName, bytes[token.range.lowerBound] == UInt8(ascii: "\"") {
        names.append(token)
      } else if token.kind == .word, words.count < 4 {
        words.append(String(decoding: bytes[token.range], as: UTF8.self).uppercased())
      }
    }
    guard !names.isEmpty else { return nil }
    (text, self.names, self.words, self.connection) = (Array(bytes) + [0], names, words, connection)
  }

  /// The names that compiling finds: everywhere except in the bodies of views and triggers.
  func textsBeforeRunning() -> [Range<Int>] {
    connection.setDoubleQuotedText(allowed: false)
    defer { connection.setDoubleQuotedText(allowed: true) }
    var text = text
    var left = names
    var found: [Range<Int>] = []
    while found.count < Self.manyTexts, let error = error(of: text),
      let index = left.firstIndex(where: { error.offset == $0.range.lowerBound })
        ?? left.firstIndex(where: { isMissed($0, by: error) })
    {
      let token = left.remove(at: index)
      found.append(token.range)
      // A string of the same length, so that the other positions do not change.
      for place in token.range { text[place] = UInt8(ascii: "x") }
      text[token.range.lowerBound] = UInt8(ascii: "'")
      text[token.range.upperBound - 1] = UInt8(ascii: "'")
    }
    return found
  }

  /// The names that using a new view or trigger finds.
  func textsAfterRunning() -> [Range<Int>] {
    for use in uses {
      connection.setDoubleQuotedText(allowed: true)
      guard Self.error(of: use, connection) == nil else { continue }
      connection.setDoubleQuotedText(allowed: false)
      let error = Self.error(of: use, connection)
      connection.setDoubleQuotedText(allowed: true)
      if let error, let token = names.first(where: { isMissed($0, by: error) }) {
        return [token.range]
      }
    }
    return []
  }

  private var uses: [String] {
    guard words.first == "CREATE", words.contains("VIEW") || words.contains("TRIGGER"),
      let newest = try? connection.rows(
        "SELECT type, name, tbl_name FROM main.sqlite_schema ORDER BY rowid DESC LIMIT 1"
      ).first, let name = newest[1].string, let table = newest[2].string
    else { return [] }
    if newest[0].string == "view" { return ["SELECT * FROM main.\(name.quotedName)"] }
    let target = "main.\(table.quotedName)"
    let columns = try? connection.rows("SELECT name FROM pragma_table_info(?)", .text(table))
    let updates = (columns ?? []).compactMap { $0[0].string?.quotedName }.map { "\($0) = \($0)" }
    return [
      "INSERT INTO \(target) DEFAULT VALUES", "DELETE FROM \(target)",
      "UPDATE \(target) SET \(updates.joined(separator: ", "))",
    ]
  }

  private func error(of text: [UInt8]) -> SQLiteError? {
    text.withUnsafeBufferPointer { buffer -> SQLiteError? in
      guard let base = buffer.baseAddress else { return nil }
      return base.withMemoryRebound(to: CChar.self, capacity: buffer.count) { start in
        var end = start
        do throws(SQLiteError) {
          _ = try connection.prepare(at: start, end: &end)
          return nil
        } catch {
          return error
        }
      }
    }
  }

  private static func error(of sql: String, _ connection: Connection) -> SQLiteError? {
    do throws(SQLiteError) {
      _ = try connection.prepare(sql)
      return nil
    } catch {
      return error
    }
  }

  private func isMissed(_ token: SQLToken, by error: SQLiteError) -> Bool {
    error.said
      == .noSuchColumn(SQLName(quoted: String(decoding: text[token.range], as: UTF8.self)).text)
  }
}
