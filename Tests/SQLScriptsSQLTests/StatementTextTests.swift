import CSQLScriptsSQLite
import SQLScriptsSQL
import Testing

/// Where a statement ends (law 16): where SQLite ends it.
@Suite struct StatementTextTests {
  private func first(_ sql: String) -> String {
    var sql = sql
    return sql.withUTF8 { bytes in
      String(decoding: bytes[StatementText(bytes).firstStatement], as: UTF8.self)
    }
  }

  @Test(arguments: [
    "CREATE TRIGGER a AFTER INSERT ON t BEGIN UPDATE t SET x = NEW.end; DELETE FROM u; END",
    "CREATE TRIGGER a AFTER INSERT ON t WHEN CASE WHEN NEW.end THEN 1 END BEGIN DELETE FROM u; END",
    "CREATE TEMP TRIGGER a AFTER INSERT ON t BEGIN SELECT CASE x WHEN 1 THEN 2 END; SELECT end; END",
    "explain query plan create trigger a insert on t begin select 1; end",
    "CREATE TABLE trigger (end, x)", "CREATE VIEW end AS SELECT 1", "EXPLAIN SELECT end FROM t",
  ])
  func `a trigger ends at an END after a semicolon`(statement: String) {
    #expect(first("; \(statement); DELETE FROM u; END;") == statement)
    #expect(first(statement) == statement)
  }

  /// SQLite refuses it. The statements after it are still checked.
  @Test func `a trigger that is not closed ends before a statement that cannot be in its body`() {
    let open = "CREATE TRIGGER a AFTER INSERT ON t BEGIN UPDATE t SET x = 1 END"
    #expect(first("\(open); CREATE TABLE u (x);") == open)
    #expect(first("\(open);") == open)
  }

  @Test func `a statement ends where sqlite3_complete ends it`() {
    var generator = FixedRandom(state: 16)
    let beginnings = ["SELECT ", "CREATE ", "EXPLAIN CREATE ", "CREATE TEMP ", "EXPLAIN QUERY "]
    let words = [";", ";", ";", "end", "END", "case", "x", "\"end\"", "/* ; */", "select", ","]
    for _ in 0..<20_000 {
      var text = beginnings.randomElement(using: &generator) ?? ""
      if Bool.random(using: &generator) { text += "TRIGGER " }
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        text += (words.randomElement(using: &generator) ?? "") + " "
      }
      let whole = text.indices.lazy.filter { text[$0] == ";" }.map { String(text[...$0]) }
        .first { sqlite3_complete($0) == 1 }
      #expect(trimmed(first(text)) == trimmed(whole ?? text), "\(text)")
    }
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while let last = [" ", ";", "/* ; */"].first(where: { text.hasSuffix($0) }) {
      text.removeLast(last.count)
    }
    return text
  }
}
