import Testing

@testable import SQLScriptsAuthoring

/// Texts that are typed as steps of a `.sql` file.
struct TypedStatementTests {
  private static let trigger =
    "CREATE TRIGGER g AFTER INSERT ON t BEGIN\n  SELECT 1; SELECT ';';\nEND"

  static let refused: [(text: String, refusal: EditedScript.Refusal)] = [
    ("", .noSQL), (" \n", .noSQL), (";", .noSQL), (" ;\n; ", .noSQL), ("-- CREATE TABLE a", .noSQL),
    ("/* c */", .noSQL), ("/* c */ -- d\n;", .noSQL), ("\u{FEFF}", .noSQL),
    ("/* the users", .openComment), ("/*", .openComment), ("/*/", .openComment),
    ("SELECT 1 /* a", .openComment), ("SELECT 1; /* a", .openComment),
    ("SELECT 1 /*", .openComment),
    ("SELECT 'a", .openQuote("'")), ("SELECT 'it''s", .openQuote("'")),
    ("SELECT \"a; SELECT 1", .openQuote("\"")), ("SELECT `a", .openQuote("`")),
    ("SELECT [a", .openQuote("[")), ("SELECT x'00", .openQuote("'")), ("'", .openQuote("'")),
    ("SELECT 1; SELECT 2", .severalStatements(["SELECT 1", "SELECT 2"])),
    ("SELECT 1;\n\nSELECT 2;\n", .severalStatements(["SELECT 1", "SELECT 2"])),
    (
      "SELECT 1; /* c */ SELECT 2 -- d", .severalStatements(["SELECT 1; /* c */", "SELECT 2 -- d"])
    ),
    ("CREATE TRIGGER g", .openTrigger), (String(trigger.dropLast(3)), .openTrigger),
    (String(trigger.dropLast(4)), .openTrigger), ("SELECT 1\0", .unwritable),
    ("SELECT 1\0; SELECT 2", .unwritable),
  ]

  static let files = [
    "CREATE TABLE a (id);\n/* keep */\nCREATE TABLE b (x);\n",
    "\u{FEFF}-- description: d\r\nCREATE TABLE a (id); -- one\r\n-- two\r\nCREATE TABLE b (x)\r\n",
    "/* c */ CREATE TABLE a (id); \(trigger);", "CREATE TABLE a (id);\nCREATE TABLE b (x) -- tail",
  ].map { EditedFile(.sql, $0) }

  @Test(arguments: files, refused.indices)
  func `a text that is not one statement is refused`(file: EditedFile, index: Int) throws {
    let (text, refusal) = Self.refused[index]
    for number in 1...2 {
      #expect(throws: refusal, "\(text)") { try file.edited.setting(number, to: text) }
    }
    for number in 1...3 {
      #expect(throws: refusal, "\(text)") { try file.edited.inserting([text], before: number) }
      #expect(throws: refusal, "\(text)") {
        try file.edited.inserting(["SELECT 1", text], before: number)
      }
    }
  }

  @Test func `the statements of a refused text can replace the step`() throws {
    for text in ["SELECT 1; \(Self.trigger)", "\(Self.trigger);\n\nSELECT 1;"] {
      let statements = Self.parts(of: text)
      #expect(statements.count == 2)
      for file in Self.files + [EditedFile(.json, "[\"SELECT 1\", \"SELECT 2\"]")] {
        for number in 1...2 {
          let after = try file.after { try $0.splitting(number, into: statements) }.statements
          #expect(after.count == 3)
          let replaced = after[(number - 1)...number].map { $0.replacing("\r\n", with: "\n") }
          #expect(replaced == statements)
        }
      }
    }
  }

  private static func parts(of text: String) -> [String] {
    let refusal = #expect(throws: EditedScript.Refusal.self) { _ = try TypedStatement(text) }
    guard case .severalStatements(let statements) = refusal else { return [] }
    return statements
  }

  static let commented: [(text: String, parts: [String])] = [
    ("SELECT 1; -- one\nSELECT 2;", ["SELECT 1; -- one", "SELECT 2"]),
    ("-- one\nSELECT 1;\n-- two\nSELECT 2", ["-- one\nSELECT 1", "-- two\nSELECT 2"]),
    (
      "SELECT 1; /* sqlscripts: ignore[a] b */ SELECT 2; -- c\n\n-- d\n",
      ["SELECT 1", "/* sqlscripts: ignore[a] b */ SELECT 2; -- c\n\n-- d"]
    ),
    (
      "-- a\n;; SELECT 1 /* b */; /* c\n*/ /* d */ ; -- e\nSELECT 2",
      ["-- a\n;; SELECT 1 /* b */; /* c\n*/", "/* d */ ; -- e\nSELECT 2"]
    ),
    ("\(trigger); -- g\n/* h */ SELECT 1;", ["\(trigger); -- g", "/* h */ SELECT 1"]),
  ]

  @Test(arguments: commented)
  func `the parts of a text lose only semicolons and blanks`(
    text: String, parts: [String]
  ) throws {
    #expect(Self.parts(of: text) == parts)
    let plain = { (text: String) in text.filter { $0 != ";" && !$0.isWhitespace } }
    #expect(plain(parts.joined()) == plain(text))
    let file = EditedFile(.sql, "-- first\nSELECT 8; -- eight\nSELECT 9;\n")
    for number in 1...2 {
      let after = try file.after { try $0.splitting(number, into: parts) }
      #expect(try after.statements.count == 3)
      let both = plain(file.text.replacing("SELECT \(number + 7)", with: text))
      #expect(plain(after.text).sorted() == both.sorted(), "\(after.text)")
    }
  }

  @Test func `the number is refused before the text`() throws {
    #expect(throws: EditedScript.Refusal.noStatement(3)) {
      try Self.files[0].edited.setting(3, to: "/* a")
    }
  }

  @Test func `a list of strings holds any text`() throws {
    for file in [EditedFile(.json, "[\"SELECT 1\"]"), EditedFiles.plist[0]] {
      for text in ["", "/* the users", "-- c", "SELECT 'a", "SELECT 1; SELECT 2", "SELECT 1;\n"] {
        #expect(try file.after { try $0.setting(1, to: text) }.statements.first == text)
        #expect(try file.after { try $0.inserting([text], before: 1) }.statements.first == text)
      }
    }
  }

  /// Each text with the statement that is read from the file.
  static let typed = [
    ("SELECT 3", "SELECT 3"), ("SELECT 3;", "SELECT 3"), ("SELECT 3;\n", "SELECT 3"),
    ("SELECT 3 ;\n\t\n", "SELECT 3"), ("SELECT 3;;\n; ", "SELECT 3"), ("SELECT 3 \n\n", "SELECT 3"),
    (";SELECT 3", "SELECT 3"), ("SELECT ';';\n", "SELECT ';'"), ("SELECT 3 -- c;\n", "SELECT 3"),
    ("-- c\nSELECT 3;\n", "SELECT 3"), ("/* ; */ SELECT 3; -- d", "SELECT 3"),
    ("SELECT 3; /* d */", "SELECT 3"), ("SELECT 3 /* d */;\n", "SELECT 3"),
    ("CREATE TABLE c (y); -- d\n", "CREATE TABLE c (y)"),
    ("CREATE TABLE c (y) -- d", "CREATE TABLE c (y) -- d"),
    ("CREATE INDEX i ON a (id);\n", "CREATE INDEX i ON a (id)"),
    ("CREATE TABLE c (", "CREATE TABLE c ("), (trigger + ";\n", trigger), (trigger, trigger),
  ]

  @Test(arguments: files, typed)
  func `a statement ends once, and nothing else changes`(
    file: EditedFile, typed: (String, String)
  ) throws {
    let (text, known) = typed
    let isCRLF = file.text.utf8.contains(0x0D)
    let trimmed = { (texts: [String]) in
      texts.map { text in
        var text = text
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text.replacing("\r\n", with: "\n")
      }
    }
    let statements = try file.statements
    for number in 1...2 {
      let after = try file.after { try $0.setting(number, to: text) }
      var wanted = statements
      wanted[number - 1] = known
      #expect(try trimmed(after.statements) == trimmed(wanted), "\(after.text)")
      #expect(try after.otherKeys == file.otherKeys)
      check(after, text, isCRLF)
    }
    for number in 1...3 {
      let after = try file.after { try $0.inserting([text], before: number) }
      var wanted = statements
      wanted.insert(known, at: number - 1)
      #expect(try trimmed(after.statements) == trimmed(wanted), "\(after.text)")
      check(after, text, isCRLF)
      let back = try after.after { try $0.removing([number]) }
      #expect(try trimmed(back.statements) == trimmed(statements), "\(after.text)")
    }
  }

  /// No line is only a `;`, unless a comment comes before it, and all line ends are the same.
  private func check(_ file: EditedFile, _ text: String, _ isCRLF: Bool) {
    let lines = file.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0.filter { $0 != 0x0D }, as: UTF8.self) }
    for (line, next) in zip(lines, lines.dropFirst()) where next == ";" {
      #expect(line.contains("--"), "\(file.text)")
    }
    let ends = file.bytes.count { $0 == 0x0A }
    #expect(file.bytes.count { $0 == 0x0D } == (isCRLF ? ends : 0), "\(file.text.debugDescription)")
  }

  @Test func `the semicolon stays where it is`() throws {
    let file = EditedFile(.sql, "CREATE TABLE a (x);\nSELECT 2;\n")
    for text in ["CREATE TABLE a (id);\n", "CREATE TABLE a (id)\n", "CREATE TABLE a (id) ; ;\n\n"] {
      let after = try file.after { try $0.setting(1, to: text) }
      #expect(after.text == "CREATE TABLE a (id);\nSELECT 2;\n")
      #expect(try after.after { try $0.setting(1, to: text) }.text == after.text)
    }
    #expect(
      try file.after { try $0.setting(1, to: "SELECT 1; -- c") }.text
        == "SELECT 1; -- c\nSELECT 2;\n")
    #expect(
      try file.after { try $0.inserting(["SELECT 3;\n"], before: 2) }.text
        == "CREATE TABLE a (x);\nSELECT 3;\nSELECT 2;\n")
    let line = EditedFile(.sql, "SELECT 1; SELECT 2\n;")
    #expect(
      try line.after { try $0.setting(1, to: "SELECT 3; -- c") }.text
        == "SELECT 3; -- c\n SELECT 2\n;")
    #expect(
      try line.after { try $0.setting(2, to: "SELECT 3 -- c") }.text == "SELECT 1; SELECT 3 -- c\n;"
    )
    let windows = EditedFile(.sql, "SELECT 1;\r\nSELECT 2;\r\n")
    #expect(
      try windows.after { try $0.setting(1, to: "SELECT 1\n  + 1 -- c\n;\n") }.text
        == "SELECT 1\r\n  + 1 -- c\r\n;\r\nSELECT 2;\r\n")
    #expect(
      try windows.after { try $0.inserting(["SELECT 3 -- c"], before: 3) }.text
        == "SELECT 1;\r\nSELECT 2;\r\nSELECT 3 -- c\r\n;\r\n")
  }

  @Test(arguments: [
    "CREATE TABLE b (x) -- tail", "CREATE TABLE b (x) -- tail\n", "CREATE TABLE b (x)\n-- tail\n",
    "CREATE TABLE b (x) /* tail */", "CREATE TABLE b (x) -- tail\n\n-- more", "SELECT 2 -- tail",
    "CREATE INDEX b ON a (x) -- tail", "CREATE INDEX b ON a (x)\n", "CREATE TABLE b (x) STRICT\n\n",
    "ALTER TABLE a ADD COLUMN b -- tail", "CREATE TABLE b (x) -- tail\r\n",
  ])
  func `steps come after a last one without a semicolon`(last: String) throws {
    let end = last.contains("\r\n") ? "\r\n" : "\n"
    let file = EditedFile(.sql, "CREATE TABLE a (id);\(end)\(last)")
    let added = try file.after { try $0.inserting(["SELECT 3"], before: 3) }
    #expect(added.text.hasPrefix(file.text), "\(added.text)")
    #expect(added.text.hasSuffix("SELECT 3;"), "\(added.text)")
    #expect(try added.statements.count == 3)
    let isComment = last.utf8.last { $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "l")
    if isComment { #expect(added.text.contains("\(end);\(end)SELECT 3;"), "\(added.text)") }
    let moved = try file.after { try $0.moving([2], before: 1) }
    #expect(moved.text.hasPrefix(last), "\(moved.text)")
    #expect(moved.text.hasSuffix("CREATE TABLE a (id);"), "\(moved.text)")
    let down = try file.after { try $0.moving([1], before: 3) }
    #expect(try down.statements == moved.statements)
    let back = try moved.after { try $0.moving([2], before: 1) }
    #expect(try back.statements.first == "CREATE TABLE a (id)")
    #expect(try file.after { try $0.removing([2]) }.statements == ["CREATE TABLE a (id)"])
    let set = try file.after { try $0.setting(2, to: "SELECT 5") }
    #expect(try set.statements == ["CREATE TABLE a (id)", "SELECT 5"])
    #expect(try file.after { try $0.setting(1, to: "SELECT 5") }.text.hasSuffix(last))
  }

  @Test(arguments: ["SELECT 2 /* open", "SELECT 'open", "CREATE TRIGGER g BEGIN SELECT 1;"])
  func `nothing comes after a step without an end`(last: String) throws {
    let file = EditedFile(.sql, "SELECT 1;\n-- two\n\(last)")
    let edited = try file.edited
    for edit: (EditedScript) throws -> [UInt8] in [
      { try $0.inserting(["SELECT 3"], before: 3) }, { try $0.moving([2], before: 1) },
      { try $0.moving([1], before: 3) },
    ] {
      #expect(throws: EditedScript.Refusal.openStatement(2)) { try edit(edited) }
    }
    let first = try file.after { try $0.inserting(["SELECT 0"], before: 1) }
    #expect(first.text == "SELECT 0;\n\(file.text)")
    #expect(try file.after { try $0.removing([2]) }.statements == ["SELECT 1"])
    #expect(try file.after { try $0.removing([1]) }.text.hasSuffix(last))
    let repaired = try file.after { try $0.setting(2, to: Self.trigger) }
    #expect(try repaired.statements.count == 2)
    #expect(try repaired.statements[1].hasPrefix(Self.trigger))
  }

  @Test(arguments: ["SELECT 2", "CREATE TABLE b (x)", "CREATE INDEX i ON a (id)", trigger])
  func `the comment behind a statement stays`(text: String) throws {
    for tail in [" /* note */;\n", " -- note\n;\n", "; -- note\n", " -- note", "\n\n;", "\n"] {
      for old in ["SELECT 1", "CREATE TABLE c (y)"] {
        let file = EditedFile(.sql, "SELECT 0;\n\(old)\(tail)")
        let after = try file.after { try $0.setting(2, to: text) }
        let isKnown = try file.statements[1].contains("note")
        if !isKnown { #expect(after.text == "SELECT 0;\n\(text)\(tail)") }
        #expect(try after.statements.count == 2)
        let last = try after.after { try $0.inserting(["SELECT 3"], before: 3) }
        #expect(try last.statements.count == 3)
        #expect(try last.statements[2] == "SELECT 3")
        if tail == "\n", text == "SELECT 2" {
          #expect(last.text == "SELECT 0;\nSELECT 2;\nSELECT 3;\n")
        }
      }
    }
  }
}
