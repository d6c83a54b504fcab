import SQLScripts
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

/// What holds for all sentences, whatever the script.
struct InvariantTests {
  private static let statements = [
    "ALTER TABLE user ADD COLUMN nick TEXT NOT NULL DEFAULT ''",
    "UPDATE user SET status = 'x' WHERE age IS NULL AND name <> 'a'",
    "INSERT INTO log VALUES (7, 'a')", "INSERT INTO log VALUES (8, 'b')",
    "CREATE UNIQUE INDEX i ON user (name) WHERE age IS NOT NULL",
    "CREATE TABLE log_new (id INTEGER PRIMARY KEY, note TEXT NOT NULL)",
    "INSERT INTO log_new SELECT id, coalesce(note, '') FROM log", "DROP TABLE log",
    "ALTER TABLE log_new RENAME TO log",
    "CREATE TRIGGER t AFTER DELETE ON user BEGIN DELETE FROM log; END",
    "DROP TABLE IF EXISTS absent", "PRAGMA foreign_keys = ON", "SELECT 1", "DELETE FROM team",
  ]

  private static let hostile = [
    "*_[a](b)<img src=x onerror=1>", "a\nb", "\u{202E}rtl", "`x``", "a|b", "#1 @me https://x.y",
    "用户",
    "\u{1B}[31mred", "**bold**", " ", "-", String(repeating: "x", count: 300),
  ]

  @Test func `every item is in a sentence, and only in one`() throws {
    let items = try sentences(of: .update(2, Self.statements)).flatMap(\.items)
    #expect(items.sorted() == Array(1...Self.statements.count))
  }

  @Test func `the sentences are in the order of their first items`() throws {
    let firsts = try sentences(of: .update(2, Self.statements)).compactMap(\.items.first)
    #expect(firsts == firsts.sorted())
    let escaped = #"["CREATE TABLE a (b)", "CREATE TABLE \"c\" (d)", "CREATE TABLE e (f)"]"#
    let found = try sentences(of: .file(named: "sql_update_2.json", text: escaped))
    #expect(found.map(\.items) == [[1], [2], [3]])
  }

  @Test func `the same statements give the same sentences in every format`() throws {
    let expected = try sentences(of: .update(2, Self.statements))
    let quoted = Self.statements.map { "\"\($0)\"" }.joined(separator: ", ")
    let strings = Self.statements.map {
      "<string>\($0.replacing("<", with: "&lt;").replacing(">", with: "&gt;"))</string>"
    }
    let files = [
      ("json", "[\(quoted)]"),
      ("plist", "<plist version=\"1.0\"><array>\(strings.joined())</array></plist>"),
      ("sql", Self.statements.joined(separator: ";\n") + ";\n"),
    ]
    for (ending, text) in files {
      let found = try sentences(of: .file(named: "sql_update_2.\(ending)", text: text))
      #expect(found == expected, "\(ending)")
    }
  }

  @Test func `the spelling of SQL makes no difference`() throws {
    let expected = try sentences(of: .update(2, Self.statements))
    let spellings: [(String) -> String] = [
      { "/* a */ -- b\n" + $0.split(separator: " ").joined(separator: "  \n\t") },
      { $0.replacing("user", with: "\"user\"").replacing("log ", with: "[log] ") },
      { sql in
        // Texts keep their case.
        sql.split(separator: "'", omittingEmptySubsequences: false).enumerated()
          .map { $0.isMultiple(of: 2) ? Self.keywords($1.lowercased()) : String($1) }.joined(
            separator: "'")
      },
    ]
    for spelling in spellings {
      let found = try sentences(of: .update(2, Self.statements.map(spelling)))
      #expect(found == expected)
    }
  }

  private static func keywords(_ sql: String) -> String {
    sql.replacing("select", with: "SeLeCt").replacing("table", with: "taBLE")
  }

  @Test(arguments: hostile)
  func `a hostile name is text in every rendering`(name: String) throws {
    let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
    let found = try sentences(
      "CREATE TABLE \(quoted) (\(quoted) TEXT DEFAULT '<b>|#1 @me https://x.y *a* _b_')",
      "ALTER TABLE user ADD COLUMN \(quoted) TEXT",
      "UPDATE user SET \(quoted) = '<img>' WHERE \(quoted) IS NULL",
      "CREATE INDEX \"i\(name)\" ON user (\(quoted))")
    #expect(found.count == 4)
    for sentence in found {
      let markdown = sentence.words.markdown
      for text in [
        markdown, sentence.words.plain, sentence.words.styled.pieces.map(\.text).joined(),
      ] {
        let controls = text.unicodeScalars.filter {
          $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
        }
        #expect(controls.isEmpty, "\(text)")
      }
      // Outside of code, no character of a name has a meaning.
      let prose = Self.withoutCode(markdown)
      #expect(!prose.contains("<"), "\(markdown)")
      #expect(!prose.contains("["), "\(markdown)")
    }
  }

  /// Markdown without its code spans.
  private static func withoutCode(_ markdown: String) -> String {
    var prose = ""
    var rest = markdown[...]
    while let start = rest.firstIndex(of: "`") {
      if start > rest.startIndex, rest[rest.index(before: start)] == "\\" {
        prose += rest[...start]
        rest = rest[rest.index(after: start)...]
        continue
      }
      prose += rest[..<start]
      let fence = rest[start...].prefix { $0 == "`" }
      rest = rest[fence.endIndex...]
      var search = rest
      while let next = search.firstIndex(of: "`") {
        let run = search[next...].prefix { $0 == "`" }
        search = search[run.endIndex...]
        if run.count == fence.count { break }
      }
      rest = search
    }
    return (prose + rest).replacing("\\<", with: "").replacing("\\[", with: "")
  }
}
