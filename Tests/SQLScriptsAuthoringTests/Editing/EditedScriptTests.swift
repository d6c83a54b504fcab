import SQLScriptsFiles
import Testing

@testable import SQLScriptsAuthoring

/// Edits of script files, compared byte by byte.
struct EditedScriptTests {
  @Test(arguments: EditedFiles.all)
  func `an inserted statement changes nothing else, and goes again`(file: EditedFile) throws {
    let statements = try file.statements
    for number in 1...statements.count + 1 {
      let after = try file.after { try $0.inserting(["SELECT 'new' < 1"], before: number) }
      var wanted = statements
      wanted.insert("SELECT 'new' < 1", at: number - 1)
      #expect(try after.statements == wanted)
      #expect(try after.otherKeys == file.otherKeys)
      let (start, end) = file.sharedEnds(with: after)
      // A statement without a semicolon gets one.
      let isEnded = file.format != .sql || number <= statements.count
      #expect(start + end >= file.bytes.count || !isEnded, "\(number): \(after.text)")
      let before = try after.after { try $0.removing([number]) }
      if isEnded { #expect(before.text == file.text, "\(number): \(after.text)") }
      #expect(try before.statements == statements)
    }
  }

  @Test(arguments: EditedFiles.all)
  func `a removed statement takes nothing else along`(file: EditedFile) throws {
    let statements = try file.statements
    let places = try file.places
    for number in 1...statements.count {
      let after = try file.after { try $0.removing([number]) }
      var wanted = statements
      wanted.remove(at: number - 1)
      #expect(try after.statements == wanted)
      #expect(try after.otherKeys == file.otherKeys)
      let (start, end) = after.sharedEnds(with: file)
      #expect(start + end >= after.bytes.count, "\(number): \(after.text)")
      for (index, place) in places.enumerated() where index != number - 1 {
        let text = file.bytes[place]
        let count = after.bytes.count
        #expect(
          (0..<count).contains { after.bytes[$0...].starts(with: text) }, "\(number): \(after.text)"
        )
      }
    }
  }

  @Test(arguments: EditedFiles.all)
  func `a moved statement comes back`(file: EditedFile) throws {
    let statements = try file.statements
    for number in 1...statements.count {
      for target in 1...statements.count + 1 {
        let after = try file.after { try $0.moving([number], before: target) }
        var wanted = statements
        let text = wanted.remove(at: number - 1)
        let place = target - 1 - (number < target ? 1 : 0)
        wanted.insert(text, at: place)
        #expect(try after.statements == wanted)
        #expect(try after.otherKeys == file.otherKeys)
        if place == number - 1 { #expect(after.text == file.text) }
        let back = place + 1 < number ? number + 1 : number
        let before = try after.after { try $0.moving([place + 1], before: back) }
        let isEnded =
          file.format != .sql || file.text.hasSuffix(";\n") || file.text.hasSuffix(";")
          || file.text.hasSuffix(";\r\n")
        if isEnded {
          #expect(before.text == file.text, "\(number) → \(target): \(after.text)")
        }
        #expect(try before.statements == statements)
      }
    }
  }

  @Test(arguments: EditedFiles.all)
  func `a statement with another text leaves all else as it is`(file: EditedFile) throws {
    let statements = try file.statements
    let places = try file.places
    for number in 1...statements.count {
      let old = statements[number - 1]
      guard old.hasPrefix("SELECT") else { continue }
      for new in [
        old + " + 1", "SELECT 9, " + old.dropFirst(7), old.replacing("SELECT", with: "SELECT 5,"),
        "SELECT '<&>\"\\\u{1F642}'", "SELECT\n  1\n  + 2",
      ] {
        let after = try file.after { try $0.setting(number, to: String(new)) }
        var wanted = statements
        wanted[number - 1] = file.lines(String(new))
        #expect(try after.statements == wanted)
        #expect(try after.otherKeys == file.otherKeys)
        let place = places[number - 1]
        // The quotes or tags around it are at most these.
        let slack = file.format == .sql ? 0 : 40
        let (start, end) = file.sharedEnds(with: after)
        #expect(start >= place.lowerBound - slack, "\(after.text)")
        #expect(end >= file.bytes.count - place.upperBound - slack, "\(after.text)")
        let before = try after.after { try $0.setting(number, to: old) }
        #expect(try before.statements == statements)
      }
      let longer = try file.after { try $0.setting(number, to: old + "x") }
      #expect(try longer.after { try $0.setting(number, to: old) }.text == file.text)
      #expect(try file.after { try $0.setting(number, to: old) }.text == file.text)
    }
  }

  @Test(arguments: EditedFiles.all + EditedFiles.empty)
  func `a description and queries are written, and nothing else`(file: EditedFile) throws {
    let statements = try file.statements
    let words = "five < \"six\" & sieben — ä"
    var after = try file.after { try $0.describing(words) }
    #expect(try ScriptContent(after.script).summary == words)
    #expect(try after.statements == statements)
    #expect(try after.after { try $0.describing(words) }.text == after.text)
    let old = try ScriptContent(file.script).summary
    if let old { #expect(try after.after { try $0.describing(old) }.text == file.text) }
    let without = try after.after { try $0.describing(" \n") }
    #expect(!without.text.contains("description"))
    #expect(try without.statements == statements)
    let isKeyed = file.text.contains("statements") || file.format == .sql
    if old == nil, isKeyed { #expect(without.text == file.text) }
    guard file.format != .sql else {
      #expect(throws: EditedScript.Refusal.notInSQL) { try after.edited.requiring(["SELECT 1"]) }
      return
    }
    let known = try ScriptContent(after.script).require.map(\.sql)
    try after.edit { try $0.requiring(["SELECT 1 < 2", "SELECT \"x\""]) }
    #expect(
      try ScriptContent(after.script).require.map(\.sql) == known + [
        "SELECT 1 < 2", "SELECT \"x\"",
      ])
    #expect(try after.statements == statements)
    #expect(try ScriptContent(after.script).summary == words)
    #expect(try after.after { try $0.requiring([]) }.text == after.text)
    for _ in 0..<2 { try after.edit { try $0.removingRequirement(known.count + 1) } }
    #expect(try ScriptContent(after.script).require.map(\.sql) == known)
    #expect(try ScriptContent(after.script).summary == words)
    #expect(try after.statements == statements)
  }

  private static let withoutQueries: [(before: EditedFile, after: String)] = [
    (
      EditedFile(.json, #"{ "require": ["SELECT 1"], "statements": [] }"#),
      #"{ "statements": [] }"#
    ),
    (
      EditedFile(.json, "{\n  \"statements\": [],\n  \"require\": [\n    \"SELECT 1\"\n  ]\n}\n"),
      "{\n  \"statements\": []\n}\n"
    ),
    (
      EditedFile(
        .json, "{\n  \"a\": 1,\n  \"require\": [\"SELECT 1\"],\n  \"statements\": []\n}\n"),
      "{\n  \"a\": 1,\n  \"statements\": []\n}\n"
    ),
    (
      EditedFile(
        .plist,
        "<plist><dict>\n\t<key>require</key>\n\t<array>\n\t\t<string>SELECT 1</string>\n\t</array>\n\t<key>statements</key>\n\t<array/>\n</dict></plist>\n"
      ), "<plist><dict>\n\t<key>statements</key>\n\t<array/>\n</dict></plist>\n"
    ),
  ]

  @Test(arguments: withoutQueries)
  func `the last check takes its key with it`(file: (before: EditedFile, after: String)) throws {
    let after = try file.before.after { try $0.removingRequirement(1) }
    #expect(after.text == file.after)
  }

  @Test(arguments: EditedFiles.empty)
  func `an empty list gets its first statements`(file: EditedFile) throws {
    let new = ["SELECT 1", "SELECT 'a' < 2"]
    let after = try file.after { try $0.inserting(new, before: 1) }
    #expect(try after.statements == new)
    let one = try after.after { try $0.removing([1]) }
    #expect(try one.statements == [new[1]])
    #expect(try one.after { try $0.removing([1]) }.statements == [])
    #expect(throws: EditedScript.Refusal.noStatement(1)) { try file.edited.removing([1]) }
    #expect(throws: EditedScript.Refusal.noStatement(2)) {
      try file.edited.inserting(new, before: 2)
    }
  }

  private static let headed: [(header: String, own: String)] = [
    ("-- About the file.\n\n", ""), ("-- About the file.\r\n\r\n", "-- own\r\n"),
    ("/* About\n\nthe file. */\n  \n-- more\n\n", "-- own\n/* own */ "),
    ("-- Copyright 2026\n-- someone\n", ""), ("-- SPDX-License-Identifier: MIT\n\n", "-- own\n"),
    ("\u{FEFF}-- description: d\n-- About the file.\n\n", "-- own\n"), ("", "-- own\n"),
    ("", "-- own, about the copy\n-- of rights\n"), ("-- Copyright (c) someone\n", ""),
    ("/* Licensed under MIT. */\n", ""), ("-- COPYRIGHT © 2026 someone\n", ""),
    ("", "-- copyright holders of photos\n"), ("", "-- copyright 12\n"),
  ]

  @Test(arguments: headed)
  func `a comment about the whole file stays at its top`(file: (header: String, own: String))
    throws
  {
    let (header, own) = file
    let sql = EditedFile(.sql, "\(header)\(own)SELECT 1;\nSELECT 2;\n")
    #expect(try sql.after { try $0.removing([1]) }.text == "\(header)SELECT 2;\n")
    #expect(
      try sql.after { try $0.moving([2], before: 1) }.text
        == "\(header)SELECT 2;\n\(own)SELECT 1;\n")
    let first = try sql.after { try $0.inserting(["SELECT 0"], before: 1) }
    #expect(first.text == "\(header)SELECT 0;\n\(own)SELECT 1;\nSELECT 2;\n")
    #expect(try first.after { try $0.removing([1]) }.text == sql.text)
    #expect(try sql.after { try $0.removing([1, 2]) }.text.hasPrefix(header))
  }

  @Test func `a comment about a whole list stays at its top`() throws {
    let list = { (items: String) in
      "<plist><array>\n\t<!-- All\n\nof it. -->\n\n\(items)</array></plist>\n"
    }
    let own = "\t<!-- own -->\n\t<string>SELECT 1</string>\n"
    let file = EditedFile(.plist, list(own + "\t<string>SELECT 2</string>\n"))
    #expect(
      try file.after { try $0.removing([1]) }.text == list("\t<string>SELECT 2</string>\n"))
    #expect(
      try file.after { try $0.moving([2], before: 1) }.text
        == list("\t<string>SELECT 2</string>\n" + own))
  }

  @Test(arguments: EditedFiles.all)
  func `several statements move and go together`(file: EditedFile) throws {
    let statements = try file.statements
    guard statements.count > 2 else { return }
    let moved = try file.after { try $0.moving([3, 1], before: 3) }
    #expect(
      try moved.statements == [statements[1], statements[0]] + statements[2...])
    let rest = try file.after { try $0.removing([3, 1, 3]) }
    #expect(try rest.statements == [statements[1]] + statements[3...])
    let all = try file.after { try $0.removing(Array(1...statements.count)) }
    #expect(try all.statements == [])
    #expect(try all.otherKeys == file.otherKeys)
  }

  @Test func `new lines look like those that are there`() throws {
    let tabs = EditedFile(.json, "{\r\n\t\"statements\": [\r\n\t\t\"SELECT 1\"\r\n\t]\r\n}\r\n")
    #expect(
      try tabs.after { try $0.describing("d") }.text
        == "{\r\n\t\"description\": \"d\",\r\n\t\"statements\": [\r\n\t\t\"SELECT 1\"\r\n\t]\r\n}\r\n"
    )
    #expect(
      try tabs.after { try $0.inserting(["SELECT 2"], before: 2) }.text
        == tabs.text.replacing("1\"", with: "1\",\r\n\t\t\"SELECT 2\""))
    let line = EditedFile(.json, "[\"SELECT 1\"]")
    #expect(
      try line.after { try $0.inserting(["SELECT 2", "SELECT 3"], before: 1) }.text
        == "[\"SELECT 2\", \"SELECT 3\", \"SELECT 1\"]")
    let empty = EditedFile(.plist, "<plist>\n<array>\n\t<!-- words -->\n</array>\n</plist>\n")
    #expect(
      try empty.after { try $0.inserting(["SELECT 1"], before: 1) }.text
        == "<plist>\n<array>\n\t<!-- words -->\n\t<string>SELECT 1</string>\n</array>\n</plist>\n")
    let none = EditedFile(.plist, "<plist>\n<array/>\n</plist>")
    #expect(
      try none.after { try $0.inserting(["SELECT 1"], before: 1) }.text
        == "<plist>\n<array>\n\t<string>SELECT 1</string>\n</array>\n</plist>")
    let list = EditedFile(.json, "{\"require\": [], \"statements\": [\"SELECT 1\"]}")
    #expect(
      try ScriptContent(list.after { try $0.requiring(["SELECT 2"]) }.script).require.map(\.sql)
        == ["SELECT 2"])
    let sql = EditedFile(.sql, "--description :d\r\nSELECT 1;\r\n")
    #expect(
      try sql.after { try $0.describing(" e\n f ") }.text == "-- description: e  f\r\nSELECT 1;\r\n"
    )
  }

  @Test func `comments and semicolons at the end of a text swallow nothing`() throws {
    let file = EditedFile(.sql, "SELECT 1; SELECT 2;\n")
    for text in ["SELECT 3 -- c", "SELECT 3;", "SELECT 3 /* c */", "SELECT 3; -- c"] {
      #expect(try file.after { try $0.setting(1, to: text) }.statements.last == "SELECT 2")
      #expect(try file.after { try $0.setting(1, to: text) }.statements.first == "SELECT 3")
      for number in 1...3 {
        let after = try file.after { try $0.inserting([text], before: number) }
        #expect(try after.statements.count == 3, "\(after.text)")
        #expect(
          try after.after { try $0.removing([number]) }.statements == ["SELECT 1", "SELECT 2"])
      }
    }
    #expect(
      try file.after { try $0.inserting(["SELECT 3 -- c"], before: 2) }.text
        == "SELECT 1; SELECT 3 -- c\n; SELECT 2;\n")
  }

  @Test func `a file that cannot be edited says why`() throws {
    let file = EditedFiles.plist[0]
    #expect(throws: EditedScript.Refusal.unwritable) {
      try file.edited.setting(1, to: "SELECT '\u{1}'")
    }
    for number in [0, 4, -1] {
      #expect(throws: EditedScript.Refusal.noStatement(number)) {
        try file.edited.setting(number, to: "SELECT 1")
      }
      #expect(throws: EditedScript.Refusal.noStatement(number)) {
        try file.edited.removing([1, number])
      }
      #expect(throws: EditedScript.Refusal.noStatement(number)) {
        try file.edited.moving([number], before: 1)
      }
    }
    #expect(throws: EditedScript.Refusal.noStatement(5)) { try file.edited.moving([1], before: 5) }
    let script = try file.script
    #expect(throws: EditedScript.Refusal.unreadable) {
      try EditedScript(script.file, script.document.source, nil)
    }
    for text in ["[\"SELECT 1\", 5, \"SELECT 2\"]", "[\"SELECT 1\", \"\", \"-- no\"]"] {
      let odd = EditedFile(.json, text)
      if let edited = try? odd.edited { #expect(try edited.count == odd.statements.count) }
    }
    let refusals = [
      EditedScript.Refusal.unreadable, .binary, .noStatement(3), .noStatement(0), .unwritable,
      .notInSQL, .noSQL, .severalStatements([]), .openComment, .openQuote("'"), .openQuote("["),
      .openTrigger, .openStatement(2),
    ]
    for refusal in refusals {
      let text = "\(refusal)"
      #expect(text.contains("; "), "It says what to do: \(text)")
      #expect(!text.hasSuffix(".") && text.first?.isUppercase == false)
    }
    #expect(Set(refusals.map { "\($0)" }).count == refusals.count)
    #expect(
      "\(EditedScript.Refusal.noStatement(3))" == "there is no step 3 any more; reload the page")
  }
}
