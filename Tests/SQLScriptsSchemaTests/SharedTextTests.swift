import Testing

@testable import SQLScriptsSchema

/// Tables share equal parts with the tables they were created from, and no caller can see it.
struct SharedTextTests {
  private static let texts = [
    "", "CREATE TABLE a (b)", String(repeating: "ä", count: 700),
    String(repeating: "b", count: 1024),
    String(repeating: "b", count: 1025), String(repeating: "日本語 ", count: 3000),
    String(repeating: "日本語 ", count: 3000) + "x", "x" + String(repeating: "日本語 ", count: 3000),
    "e\u{301}", "é",
  ]

  @Test(arguments: texts)
  func `a text that shares storage with another has the same content`(text: String) {
    for other in Self.texts {
      var shared = SharedText(text)
      shared.share(with: SharedText(other))
      #expect(shared.text.utf8.elementsEqual(text.utf8))
      #expect(shared == SharedText(text) && shared.hashValue == SharedText(text).hashValue)
      #expect((shared == SharedText(other)) == text.utf8.elementsEqual(other.utf8))
    }
  }

  @Test func `a table whose SQL was extended stores the earlier part once`() {
    let before = SharedText(String(repeating: "x", count: 5000) + ")")
    var table = SchemaTable(name: "a", kind: .table, sql: before.text)
    let old = chunks(of: table)
    table.sql = String(repeating: "x", count: 5000) + ", c TEXT)"
    #expect(old.count == 5 && chunks(of: table).prefix(4) == old.prefix(4))
  }

  /// The parts in memory that make up the SQL of a table.
  private func chunks(of table: SchemaTable) -> [ObjectIdentifier] {
    let chunks = Mirror(reflecting: table).descendant("definition", "chunks") as? [AnyObject]
    return (chunks ?? []).map { ObjectIdentifier($0) }
  }

  @Test func `a table that shares storage with another is equal to it`() {
    var old = SchemaTable(name: "a", kind: .table, sql: String(repeating: "x", count: 5000))
    var new = SchemaTable(name: "a", kind: .table, sql: String(repeating: "x", count: 5000) + "y")
    for number in 0..<200 {
      let column = SchemaColumn(
        name: "c\(number)", type: "", isNotNull: false, defaultValue: nil, primaryKeyPosition: 0,
        isGenerated: false)
      if number < 150 { old.columns.append(column) }
      if number != 140 { new.columns.append(column) }
      if number < 100 { old.triggers.append(SchemaTrigger(name: "t\(number)", sql: "x")) }
      new.triggers.append(SchemaTrigger(name: "t\(number)", sql: number == 70 ? "y" : "x"))
    }
    var shared = new
    shared.share(with: old)
    #expect(shared == new && shared != old)
    #expect(shared.columns.map(\.name) == new.columns.map(\.name))
    #expect(shared.triggers.map(\.sql) == new.triggers.map(\.sql))
  }
}
