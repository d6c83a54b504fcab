import Testing

@testable import SQLScriptsSQL

struct LiteralInsertTests {
  /// The parts of a text: the head, the literals as words, the rows, and the rest after the end.
  private struct Found: Equatable {
    var head: String
    var literals: [String]
    var rows: Int
    var rest: String
  }

  private func read(_ text: String, heads: [String] = []) -> Found? {
    var insert = LiteralInsert()
    insert.heads = heads.map { Array($0.utf8) }
    let bytes = Array(text.utf8) + [0]
    return bytes.withUnsafeBufferPointer { bytes -> Found? in
      guard let start = bytes.baseAddress else { return nil }
      let end = start + (bytes.count - 1)
      guard insert.read(at: start, before: end), let insertEnd = insert.end else { return nil }
      let rest = UnsafeBufferPointer(start: insertEnd, count: end - insertEnd)
      return Found(
        head: string(insert.head), literals: insert.literals.map(words), rows: insert.rowCount,
        rest: string(rest))
    }
  }

  private func words(_ literal: SQLLiteral) -> String {
    switch literal {
    case .null: "null"
    case .integer(let value): "\(value)"
    case .real(let digits, let isNegative): "real \(isNegative ? "-" : "")\(string(digits))"
    case .text(let text, false): "text \(string(text))"
    case .text(let text, true): "quotes \(string(SQLLiteral.bytes(ofQuoted: text)))"
    case .blob(let hex): "blob \(SQLLiteral.bytes(ofHex: hex))"
    }
  }

  private func string(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("+7", "7"), ("- 7", "-7"), ("-\n7", "-7"), ("007", "7"),
    ("999999999999999999", "999999999999999999"), ("-999999999999999999", "-999999999999999999"),
    ("1.5", "real 1.5"), ("-1.5", "real -1.5"), (".5", "real .5"), ("5.", "real 5."),
    ("+.5e-3", "real .5e-3"), ("1E+5", "real 1E+5"), ("1e400", "real 1e400"),
    ("5.e1", "real 5.e1"), ("-0.0", "real -0.0"),
    ("9223372036854775808.0", "real 9223372036854775808.0"),
    ("''", "text "), ("'a;--('", "text a;--("), ("''''", "quotes '"), ("'it''s'''", "quotes it's'"),
    ("'''a'", "quotes 'a"), ("'名字'", "text 名字"), ("x''", "blob []"), ("X'00fF'", "blob [0, 255]"),
    ("NULL", "null"), ("nUlL", "null"),
  ])
  func `a literal is a value as in SQLite`(text: String, words: String) {
    for around in ["", " ", "\t\r\n\u{0C}"] {
      #expect(
        read("INSERT INTO t VALUES(\(around)\(text)\(around),\(around)\(text)\(around))")?.literals
          == [words, words])
    }
  }

  @Test(arguments: [
    "", "-", "+", "--1", "- -1", "+-1", "-'a'", "-x'00'", "-NULL", ".", "-.", "e5", "1e", "1e+",
    "1e5e5", "1.5.5", "1 2", "1_000", "1.0_0", "0x1F", "12ab", "1.5x", "9223372036854775807",
    "1000000000000000000", "-9223372036854775808", "'a", "'a''", "'a' 'b'", "\"a\"", "`a`", "[a]",
    "x'0'", "x'0g'", "x'00", "x", "x ''", "NUL", "NULLS", "NULL NULL", "TRUE", "current_timestamp",
    "?", ":a", "1+1", "(1)", "abs(1)", "1 AS a", "1/**/", "--\n1", "\u{0B}1", "'a' COLLATE nocase",
  ])
  func `a token that may not be a literal is not one`(text: String) {
    #expect(read("INSERT INTO t VALUES (\(text))") == nil)
    #expect(read("INSERT INTO t VALUES (1, \(text))") == nil)
    #expect(read("INSERT INTO t VALUES (\(text), 1)") == nil)
  }

  @Test(arguments: [
    "INSERT INTO t VALUES", "insert into \"a b\" (x, [y], `z`) values", "REPLACE INTO t VALUES",
    "INSERT OR IGNORE INTO main.t VALUES", "INSERT/* why */INTO t(a)VALUES",
    "INSERT -- why\n INTO t VALUES", "-- why\nINSERT INTO t VALUES",
  ])
  func `a head is the text from the first keyword to VALUES`(head: String) {
    let found = Found(head: head, literals: ["1", "2"], rows: 1, rest: "")
    #expect(read(head + "(1,2)") == found)
    #expect(read("\n " + head + " ( 1 , 2 ) \n") == found)
    #expect(
      read(head + "(1,2)", heads: [String(head.prefix(4)), head]) == nil, "not the whole head")
    #expect(read(head + "(1,2)", heads: ["UPDATE", head]) == found)
  }

  @Test(arguments: [
    "SELECT (1)", "INSERT INTO t SELECT 1", "INSERT INTO t DEFAULT VALUES", "INSERT t VALUES (1)",
    "INSERT INTO t AS u VALUES (1)", "INSERT INTO 't' VALUES (1)", "INSERT INTO a.b.c VALUES (1)",
    "INSERT INTO t () VALUES (1)", "INSERT INTO t (a b) VALUES (1)",
    "INSERT INTO t (a,) VALUES (1)",
    "INSERT INTO t (a VALUES (1)", "INSERT INTO t VALUES", "INSERT INTO t VALUES 1",
    "INSERT INTO t VALUESX (1)", "INSERT INTO t VALUES (1", "INSERT INTO t VALUES (1))",
    "INSERT INTO t VALUES (1),", "INSERT INTO t VALUES (1) (2)", "INSERT INTO t VALUES (1),(2,3)",
    "INSERT INTO t VALUES (1),(1,2,3)", "INSERT INTO t VALUES (1,2),(3)",
    "INSERT INTO t VALUES (1) RETURNING a", "INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING",
    "INSERT INTO t VALUES (1) -- why", "INSERT INTO t VALUES (1) /* why */;",
    "INSERT INTO t VALUES /* why */ (1)", "INSERT INTO t VALUES (1) UNION SELECT 2",
    "WITH a AS (SELECT 1) INSERT INTO t VALUES (1)", "EXPLAIN INSERT INTO t VALUES (1)",
    "; INSERT INTO t VALUES (1)", "",
  ])
  func `a statement that may not be an INSERT of literals is not one`(text: String) {
    #expect(read(text) == nil)
    #expect(read(text, heads: ["INSERT INTO t VALUES"]) == nil)
  }

  @Test func `the statement ends after its semicolon or at the end of the text`() {
    #expect(read("INSERT INTO t VALUES (1);")?.rest == "")
    #expect(read("INSERT INTO t VALUES (1) ; SELECT")?.rest == " SELECT")
    #expect(read("INSERT INTO t VALUES (1);;")?.rest == ";")
    #expect(read("INSERT INTO t VALUES (1) \n ")?.rest == "")
  }

  @Test func `all rows are counted`() {
    let found = read("INSERT INTO t VALUES (1,'a'), (2,NULL),\n(3,x'01')")
    #expect(found?.rows == 3)
    #expect(found?.literals == ["1", "text a", "2", "null", "3", "blob [1]"])
    let row = Array(repeating: "1", count: 1000).joined(separator: ",")
    let rows = { (count: Int) in Array(repeating: "(\(row))", count: count).joined(separator: ",") }
    #expect(read("INSERT INTO t VALUES " + rows(4))?.literals.count == 4000)
    #expect(read("INSERT INTO t VALUES " + rows(5)) == nil)
  }
}
