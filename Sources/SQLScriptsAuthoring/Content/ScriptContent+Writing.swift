import SQLScriptsDiagnostics
import SQLScriptsFiles

extension ScriptContent {
  /// The file that says it, in the shortest form that holds it.
  ///
  /// What a form cannot hold is left out: `problems(in:)` says what that is.
  package func text(_ format: ScriptFile.Format) -> String {
    switch format {
    case .plist: propertyList
    case .json: json.pretty + "\n"
    case .sql: sql
    }
  }

  /// What the file of a form cannot hold, in words such as “note of item 3”.
  package func problems(in format: ScriptFile.Format) -> [String] {
    switch format {
    case .json: return []
    case .plist:
      let texts = [summary ?? ""] + allowsRowLoss + (items + verify).flatMap(\.texts)
      let bad = texts.lazy.flatMap(\.unicodeScalars).first { !$0.isXML }
      return bad.map { ["the character U+\(String($0.value, radix: 16, uppercase: true))"] } ?? []
    case .sql:
      var problems: [String] = []
      if !allowsRowLoss.isEmpty { problems.append("“allowsRowLoss”") }
      if !verify.isEmpty { problems.append("“verify”") }
      for (number, item) in zip(1..., items) where !item.isPlain {
        if item.note != nil { problems.append("“note” of item \(number)") }
        if item.onlyIf != nil { problems.append("“onlyIf” of item \(number)") }
        if !item.ignore.isEmpty { problems.append("“ignore” of item \(number)") }
      }
      if summary?.contains(where: \.isNewline) == true {
        problems.append("“description” in several lines")
      }
      return problems
    }
  }

  // MARK: JSON

  private var json: JSONText {
    let statements = JSONText.array(items.map(\.json))
    if isPlain { return statements }
    var members: [JSONText.Member] = []
    if let version { members.append(.init("version", .integer(version))) }
    if let summary { members.append(.init("description", .string(summary))) }
    if !isTransactional { members.append(.init("transaction", false)) }
    if foreignKeys != .checked {
      members.append(.init("foreignKeys", .string(foreignKeys.rawValue)))
    }
    if !allowsRowLoss.isEmpty {
      members.append(.init("allowsRowLoss", .array(allowsRowLoss.map { .string($0) })))
    }
    members.append(.init("statements", statements))
    if !verify.isEmpty { members.append(.init("verify", .array(verify.map(\.json)))) }
    return .object(members)
  }

  // MARK: Property lists

  private var propertyList: String {
    guard !isPlain else { return ScriptText.propertyList(Item.list(items, indent: "")) }
    var rows: [String] = []
    let add = { (key: String, value: String) in
      rows += ["\t<key>\(key)</key>", "\t\(value)"]
    }
    if let version { add("version", "<integer>\(version)</integer>") }
    if let summary { add("description", summary.xmlString) }
    if !isTransactional { add("transaction", "<false/>") }
    if foreignKeys != .checked { add("foreignKeys", foreignKeys.rawValue.xmlString) }
    if !allowsRowLoss.isEmpty {
      add("allowsRowLoss", Item.list(allowsRowLoss.map { Item($0) }, indent: "\t"))
    }
    add("statements", Item.list(items, indent: "\t"))
    if !verify.isEmpty { add("verify", Item.list(verify, indent: "\t")) }
    return ScriptText.propertyList("<dict>\n" + rows.map { $0 + "\n" }.joined() + "</dict>")
  }

  // MARK: SQL

  private var sql: String {
    var header = ""
    if let summary { header += "-- description: \(summary)\n" }
    if let version { header += "-- version: \(version)\n" }
    if !isTransactional { header += "-- transaction: false\n" }
    if foreignKeys != .checked { header += "-- foreignKeys: \(foreignKeys.rawValue)\n" }
    let statements = items.enumerated().map { index, item in
      item.sql + Self.ending(of: item.sql, isLast: index == items.count - 1)
    }
    return ([header] + statements).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// What must follow a statement in an SQL file.
  private static func ending(of sql: String, isLast: Bool) -> String {
    let end = SQLEnd(of: sql)
    // SQLite stores what stands between some statements and their semicolon: the last one needs none.
    if isLast, end.isTrivia, !end.isEnded { return "" }
    // A comment at the end would swallow the semicolon.
    return end.isEnded ? "\n" : end.isInLineComment ? "\n;\n" : ";\n"
  }
}

extension ScriptContent.Item {
  fileprivate var texts: [String] {
    [sql, note ?? "", onlyIf ?? ""] + ignore.flatMap { [$0.rule, $0.reason] }
  }

  fileprivate var json: JSONText {
    let lines = sql.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let text =
      lines.count > 1 ? JSONText.array(lines.map { .string(String($0)) }) : .string(sql)
    if isPlain { return text }
    var members = [JSONText.Member("sql", text)]
    if let note { members.append(.init("note", .string(note))) }
    if let onlyIf { members.append(.init("onlyIf", .string(onlyIf))) }
    if !ignore.isEmpty {
      members.append(.init("ignore", .object(ignore.map { .init($0.rule, .string($0.reason)) })))
    }
    return .object(members)
  }

  /// An `<array>` of items; what comes before it on its line is the caller's.
  fileprivate static func list(_ items: [Self], indent: String) -> String {
    guard !items.isEmpty else { return "<array/>" }
    return "<array>\n" + items.map { "\(indent)\t\($0.xml(indent + "\t"))\n" }.joined()
      + "\(indent)</array>"
  }

  private func xml(_ indent: String) -> String {
    if isPlain { return sql.xmlString }
    var rows = ["<key>sql</key>", sql.xmlString]
    if let note { rows += ["<key>note</key>", note.xmlString] }
    if let onlyIf { rows += ["<key>onlyIf</key>", onlyIf.xmlString] }
    if !ignore.isEmpty {
      rows += ["<key>ignore</key>", "<dict>"]
      rows += ignore.flatMap {
        ["\t<key>\(ScriptText.xml($0.rule))</key>", "\t\($0.reason.xmlString)"]
      }
      rows.append("</dict>")
    }
    return "<dict>\n" + rows.map { "\(indent)\t\($0)\n" }.joined() + "\(indent)</dict>"
  }
}

extension String {
  fileprivate var xmlString: String { "<string>\(ScriptText.xml(self))</string>" }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 has this character. <https://www.w3.org/TR/xml/#charsets>
  fileprivate var isXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
    default: false
    }
  }
}
