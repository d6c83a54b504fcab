import CSQLScriptsSQLite
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Properties of any SQL text: its tokens, and the ends of its statements, compared with SQLite.
enum SQLClaims {
  static func hold(_ bytes: [UInt8]) {
    let tokens = Self.tokens(of: bytes[...])
    var end = 0
    for token in tokens {
      claim(token.range.lowerBound == end, "a token begins where the one before it ends")
      claim(!token.range.isEmpty, "a token has bytes")
      end = token.range.upperBound
    }
    claim(end == bytes.count, "every byte is in a token")
    if !tokens.isEmpty {
      let (middle, rest) = (tokens[tokens.count / 2], tokens.count - tokens.count / 2)
      let again = Self.tokens(of: bytes[middle.range.lowerBound...])
      claim(
        again.map(\.range.count) == tokens.suffix(rest).map(\.range.count)
          && again.map(\.kind) == tokens.suffix(rest).map(\.kind),
        "a token does not depend on what stands before it")
    }
    ReadingClaims.hold(bytes, .sql)
    // For SQLite a text ends at a NUL. Scripts with a NUL are refused.
    guard !bytes.contains(0) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    claim(
      CanonicalSQL(text).unwrapped.text == CanonicalSQL(text).unwrapped.text,
      "SQL is compared alike twice")
    statements(of: bytes)
  }

  private static func tokens(of bytes: ArraySlice<UInt8>) -> [SQLToken] {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = SQLScanner(buffer)
      var tokens: [SQLToken] = []
      while let token = scanner.next() { tokens.append(token) }
      return tokens
    }
  }

  /// While SQLite can compile them, statements end where SQLite says.
  private static func statements(of bytes: [UInt8]) {
    var database: OpaquePointer?
    guard
      sqlite3_open_v2(":memory:", &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        == SQLITE_OK
    else {
      return claim(false, "a database in memory can be opened")
    }
    defer { sqlite3_close_v2(database) }
    sqlite3_exec(
      database,
      """
      CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
      CREATE TABLE t (a, b, c); CREATE TABLE log (id, note); CREATE VIEW v AS SELECT * FROM t;
      """, nil, nil, nil)
    // Some PRAGMAs take effect when they are compiled, and last for the process.
    sqlite3_set_authorizer(
      database, { _, action, _, _, _, _ in action == SQLITE_PRAGMA ? SQLITE_DENY : SQLITE_OK }, nil)
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      var start = 0
      for _ in 0..<20 where start < bytes.count {
        guard let base = buffer.baseAddress else { return }
        let rest = UnsafeBufferPointer(start: base + start, count: bytes.count - start)
        guard let end = end(ofFirst: rest, in: database) else { return }
        start += end
      }
    }
  }

  /// The end of the first statement according to SQLite; nil if it cannot compile it.
  private static func end(
    ofFirst text: UnsafeBufferPointer<UInt8>, in database: OpaquePointer?
  ) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let bytes = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    var statement: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let code = sqlite3_prepare_v2(database, bytes, Int32(text.count), &statement, &tail)
    defer { sqlite3_finalize(statement) }
    let kinds = tokens(of: Array(text)[...])
    guard code == SQLITE_OK, let tail else {
      let words = String(cString: sqlite3_errmsg(database))
      claim(
        !words.hasPrefix("unrecognized token") || kinds.contains { $0.kind == .illegal },
        "what SQLite takes for no token, we do not: \(words)")
      return nil
    }
    let end = tail - bytes
    claim(
      kinds.allSatisfy { $0.kind != .illegal || $0.range.lowerBound >= end },
      "what SQLite takes for a token, we do")
    guard statement != nil else { return end }
    let ours = StatementText(text).firstStatement
    claim(ours.upperBound <= end, "a statement ends where SQLite ends it: not behind it")
    let between = tokens(of: Array(text[ours.upperBound..<end])[...]).filter { !$0.isTrivia }
    claim(
      between.map(\.kind) == [.semicolon] || (between.isEmpty && end == text.count),
      "a statement ends where SQLite ends it: not before it")
    return end
  }
}
