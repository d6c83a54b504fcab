import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsScratch
import Testing

@testable import SQLScriptsAuthoring

/// Random edits of generated files. Undone in reverse order, they give the bytes from before.
struct EditedScriptRandomTests {
  /// A file in a layout that somebody could have written.
  private func file(_ random: inout SeededGenerator) -> EditedFile {
    let format = [ScriptFile.Format.plist, .json, .sql].randomElement(using: &random) ?? .sql
    let end = ["\n", "\r\n"].randomElement(using: &random) ?? "\n"
    let unit = ["\t", "  ", "    "].randomElement(using: &random) ?? "\t"
    let mark = Int.random(in: 0..<5, using: &random) == 0 ? "\u{FEFF}" : ""
    let isKeyed = Bool.random(using: &random)
    let texts = (1...Int.random(in: 1...6, using: &random)).map { number in
      [
        "SELECT \(number)", "SELECT 'a < b & ä \(number)'", "SELECT \(number),\n  2",
        "UPDATE t SET a = ';' || \"x\" || \(number)",
      ]
      .randomElement(using: &random) ?? "SELECT \(number)"
    }
    var text = mark
    switch format {
    case .plist:
      let depth = isKeyed ? unit + unit : unit
      let items = texts.map { sql -> String in
        let before =
          Int.random(in: 0..<4, using: &random) == 0
          ? "\(depth)<!-- before \(sql.count) -->\(end)" : ""
        let behind = Int.random(in: 0..<4, using: &random) == 0 ? " <!-- behind -->" : ""
        let blank = Int.random(in: 0..<5, using: &random) == 0 ? end : ""
        let value =
          Int.random(in: 0..<4, using: &random) == 0
          ? "<string><![CDATA[\(sql)]]></string>" : "<string>\(ScriptText.xml(sql))</string>"
        let item =
          Int.random(in: 0..<4, using: &random) == 0
          ? "<dict>\(end)\(depth)\(unit)<key>note</key><string>n</string>\(end)\(depth)\(unit)<key>sql</key>\(value)\(end)\(depth)</dict>"
          : value
        return blank + before + depth + item + behind + end
      }.joined()
      let list = "<array>\(end)\(items)\(isKeyed ? unit : "")</array>"
      text +=
        "<plist version=\"1.0\">\(end)"
        + (isKeyed
          ? "<dict>\(end)\(unit)<key>description</key>\(end)\(unit)<string>words</string>\(end)\(unit)<key>statements</key>\(end)\(unit)\(list)\(end)</dict>"
          : list) + "\(end)</plist>"
    case .json:
      let isOneLine = Bool.random(using: &random)
      let gap = isOneLine ? " " : end + (isKeyed ? unit + unit : unit)
      let items = texts.map { sql -> String in
        let value = "\"\(JSONText.escaped(sql))\"".replacing("ä", with: "\\u00e4")
        return Int.random(in: 0..<4, using: &random) == 0
          ? "{\"note\": \"n\", \"sql\": \(value)}" : value
      }
      let list =
        "[\(isOneLine ? "" : gap)\(items.joined(separator: ",\(gap)"))\(isOneLine ? "" : end)]"
      text +=
        isKeyed
        ? "{\(end)\(unit)\"description\": \"words\",\(end)\(unit)\"statements\": \(list)\(end)}"
        : list
    case .sql:
      if isKeyed { text += "-- description: words\(end)\(end)" }
      for sql in texts {
        let before = Int.random(in: 0..<3, using: &random) == 0 ? "-- before\(end)" : ""
        let behind = Int.random(in: 0..<3, using: &random) == 0 ? " -- behind" : ""
        text += before + sql.replacing("\n", with: end) + ";" + behind + end
      }
    }
    return EditedFile(format, text + (format != .sql && Bool.random(using: &random) ? end : ""))
  }

  @Test(arguments: UInt64(1)...150)
  func `edits can be undone`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let original = file(&random)
    var file = original
    var statements = try file.statements
    let keys = try file.otherKeys
    var undo: [(before: [UInt8], edit: (EditedScript) throws -> [UInt8])] = []
    for round in 0..<8 {
      let count = statements.count
      let before = file.bytes
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let number = Int.random(in: 1...count + 1, using: &random)
        let new = ["SELECT 'new <\(round)>'", "SELECT \"ä\"\n  , \(round)"]
        try file.edit { try $0.inserting(new, before: number) }
        statements.insert(contentsOf: new.map(original.lines), at: number - 1)
        undo.append((before, { try $0.removing([number + 1, number]) }))
      case 1:
        let number = Int.random(in: 1...count, using: &random)
        let target = Int.random(in: 1...count + 1, using: &random)
        try file.edit { try $0.moving([number], before: target) }
        let place = target - (number < target ? 1 : 0)
        statements.insert(statements.remove(at: number - 1), at: place - 1)
        undo.append(
          (before, { try $0.moving([place], before: place < number ? number + 1 : number) }))
      case 2:
        let number = Int.random(in: 1...count, using: &random)
        let old = statements[number - 1]
        let new = "SELECT \(round), " + old
        try file.edit { try $0.setting(number, to: new) }
        statements[number - 1] = original.lines(new)
        undo.append((before, { try $0.setting(number, to: old) }))
      default:
        let number = Int.random(in: 1...count, using: &random)
        let removed = try file.after { try $0.removing([number]) }
        var rest = statements
        rest.remove(at: number - 1)
        #expect(try removed.statements == rest)
        #expect(try removed.otherKeys == keys)
      }
      #expect(try file.statements == statements, "\(seed)")
      #expect(try file.otherKeys == keys, "\(seed)")
    }
    for (before, edit) in undo.reversed() {
      try file.edit(edit)
      #expect(file.text == String(decoding: before, as: UTF8.self), "\(seed)")
    }
    #expect(file.bytes == original.bytes, "\(seed)")
  }

  @Test(arguments: UInt64(1)...200)
  func `a damaged file is edited right or not at all`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var file = file(&random)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<file.bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: file.bytes.remove(at: place)
      case 1: file.bytes[place] = Array("<>\"';,[]{}/*-\n".utf8).randomElement(using: &random) ?? 0
      default: file.bytes.removeSubrange(place..<min(file.bytes.count, place + 5))
      }
    }
    guard let script = file.scriptIfReadable,
      let edited = try? EditedScript(script.file, script.document.source, script)
    else { return }
    let statements = try file.statements
    for number in 1...edited.count + 1 {
      let edits: [(EditedScript) throws -> [UInt8]] = [
        { try $0.inserting(["SELECT 7"], before: number) }, { try $0.removing([number]) },
        { try $0.moving([number], before: 1) }, { try $0.setting(number, to: "SELECT 7") },
        { try $0.describing("d") }, { try $0.requiring(["SELECT 7"]) },
      ]
      for (index, edit) in edits.enumerated() {
        guard let bytes = try? edit(edited) else { continue }
        var after = file
        after.bytes = bytes
        let count = statements.count + (index == 0 ? 1 : index == 1 ? -1 : 0)
        #expect(try after.statements.count == count, "\(seed)")
      }
    }
  }

  @Test(arguments: UInt64(1)...200)
  func `a typed text is one statement of an SQL file or is refused`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var file = EditedFile(.sql, "")
    repeat { file = self.file(&random) } while file.format != .sql
    let last = [
      "", "CREATE TABLE t (a) -- tail", "SELECT 0 -- tail\n", "CREATE INDEX i ON t (a)\n",
    ]
    file.bytes += Array((last.randomElement(using: &random) ?? "").utf8)
    let parts = [
      "SELECT 1", "CREATE TABLE t (a)", "CREATE INDEX i ON t (a)", "CREATE TRIGGER g BEGIN", "END",
      ";", ";", ";", " ", "\n", "\n", "\r\n", "/*", "*/", "/* c */", "-- c", "--", "'", "\"", "a[",
      "]", "x'", ",", "ä",
    ]
    for _ in 0..<20 {
      let text = (0...Int.random(in: 0...6, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let statements = try file.statements
      let isInserting = Bool.random(using: &random)
      let number = Int.random(in: 1...statements.count + (isInserting ? 1 : 0), using: &random)
      let before = file
      do {
        try file.edit {
          isInserting
            ? try $0.inserting([text], before: number) : try $0.setting(number, to: text)
        }
      } catch {
        #expect(
          error as? EditedScript.Refusal != .unwritable, "\(seed): \(text) in \(before.text)")
        continue
      }
      var rest = try file.statements
      var wanted = statements
      rest.remove(at: number - 1)
      if !isInserting { wanted.remove(at: number - 1) }
      let trimmed = { (texts: [String]) in
        texts.map { Array($0.utf8.reversed().drop { $0.isBlank }) }
      }
      #expect(trimmed(rest) == trimmed(wanted), "\(seed): \(text) in \(before.text)")
    }
  }
}
