import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension ScriptContent {
  /// The text of a file with this content, in the shortest possible form.
  ///
  /// Content that the format cannot hold is left out. `problems(in:)` lists it.
  package func text(_ format: ScriptFile.Format) -> String {
    switch format {
    case .plist: propertyList
    case .json: json.pretty + "\n"
    case .sql: sql
    }
  }

  /// The content that the format cannot hold, such as “note of item 3”.
  package func problems(in format: ScriptFile.Format) -> [String] {
    switch format {
    case .json: return []
    case .plist:
      let bad = propertyList.unicodeScalars.first { !$0.isXML }
      return bad.map { ["the character U+\(String($0.value, radix: 16, uppercase: true))"] } ?? []
    case .sql:
      var problems = ScriptKey.allCases
        .filter { $0 != .statements && $0.headerRole != .sets && json($0) != nil }
        .map { "“\($0.name)”" }
      for (number, item) in zip(1..., items) where !item.isPlain {
        problems += StatementKey.allCases.filter { $0 != .sql && item.json($0) != nil }
          .map { "“\($0.name)” of item \(number)" }
      }
      if summary?.contains(where: \.isNewline) == true {
        problems.append("“description” in several lines")
      }
      return problems
    }
  }

  // MARK: JSON

  private var json: JSONText {
    if isPlain { return .array(items.map(\.json)) }
    return .object(
      ScriptKey.inWritingOrder.compactMap { key in
        json(key).map { JSONText.Member(key.name, $0) }
      })
  }

  /// The value of a key; nil if it is the default.
  func json(_ key: ScriptKey) -> JSONText? {
    switch key {
    case .statements: .array(items.map(\.json))
    case .version: version.map { .integer($0) }
    case .description: summary.map { .string($0) }
    case .transaction: isTransactional ? nil : false
    case .foreignKeys: foreignKeys == .checked ? nil : .string(foreignKeys.rawValue)
    case .allowsRowLoss:
      allowsRowLoss.isEmpty ? nil : .array(allowsRowLoss.map { .string($0) })
    case .require: require.isEmpty ? nil : .array(require.map(\.json))
    case .verify: verify.isEmpty ? nil : .array(verify.map(\.json))
    }
  }

  // MARK: Property lists

  private var propertyList: String {
    guard !isPlain else { return ScriptText.propertyList(Item.list(items, indent: "")) }
    let rows = ScriptKey.inWritingOrder.compactMap { key in
      xml(key).map { "\t<key>\(key.name)</key>\n\t\($0)\n" }
    }
    return ScriptText.propertyList("<dict>\n" + rows.joined() + "</dict>")
  }

  /// The value of a key; nil if it is the default.
  private func xml(_ key: ScriptKey) -> String? {
    switch key {
    case .statements: Item.list(items, indent: "\t")
    case .version: version.map { "<integer>\($0)</integer>" }
    case .description: summary?.xmlString
    case .transaction: isTransactional ? nil : "<false/>"
    case .foreignKeys: foreignKeys == .checked ? nil : foreignKeys.rawValue.xmlString
    case .allowsRowLoss:
      allowsRowLoss.isEmpty ? nil : Item.list(allowsRowLoss.map { Item($0) }, indent: "\t")
    case .require: require.isEmpty ? nil : Item.list(require, indent: "\t")
    case .verify: verify.isEmpty ? nil : Item.list(verify, indent: "\t")
    }
  }

  // MARK: SQL

  private var sql: String {
    let header = ScriptKey.inHeaderOrder.compactMap { key in
      headerValue(key).map { "-- \(key.name): \($0)\n" }
    }.joined()
    let statements = items.enumerated().map { index, item in
      item.sql + Self.ending(of: item.sql, isLast: index == items.count - 1)
    }
    return ([header] + statements).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The value of a key in the comment lines at the start; nil if it is the default or cannot be set there.
  private func headerValue(_ key: ScriptKey) -> String? {
    switch key {
    case .description: summary
    case .version: version.map { "\($0)" }
    case .transaction: isTransactional ? nil : "false"
    case .foreignKeys: foreignKeys == .checked ? nil : foreignKeys.rawValue
    case .statements, .allowsRowLoss, .require, .verify: nil
    }
  }

  /// The text that must follow a statement in an SQL file.
  private static func ending(of sql: String, isLast: Bool) -> String {
    let end = SQLEnd(of: sql)
    // SQLite stores the text between some statements and their semicolon. The last statement needs no semicolon.
    if isLast, end.isTrivia, !end.isEnded { return "" }
    // A comment at the end would hide the semicolon.
    return end.isEnded ? "\n" : end.isInLineComment ? "\n;\n" : ";\n"
  }
}

extension ScriptContent.Item {
  fileprivate var json: JSONText {
    let lines = sql.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let text =
      lines.count > 1 ? JSONText.array(lines.map { .string(String($0)) }) : .string(sql)
    if isPlain { return text }
    return .object(
      StatementKey.allCases.compactMap { key in
        (key == .sql ? text : json(key)).map { JSONText.Member(key.name, $0) }
      })
  }

  /// The value of a key; nil if there is none.
  fileprivate func json(_ key: StatementKey) -> JSONText? {
    switch key {
    case .sql: .string(sql)
    case .note: note.map { .string($0) }
    case .onlyIf: onlyIf.map { .string($0) }
    case .ignore:
      ignore.isEmpty ? nil : .object(ignore.map { .init($0.rule, .string($0.reason)) })
    }
  }

  /// An `<array>` of items. The caller adds the indentation of its first line.
  fileprivate static func list(_ items: [Self], indent: String) -> String {
    guard !items.isEmpty else { return "<array/>" }
    return "<array>\n" + items.map { "\(indent)\t\($0.xml(indent + "\t"))\n" }.joined()
      + "\(indent)</array>"
  }

  private func xml(_ indent: String) -> String {
    if isPlain { return sql.xmlString }
    let rows = StatementKey.allCases.flatMap { key in
      let lines = xmlLines(key)
      return lines.isEmpty ? [] : ["<key>\(key.name)</key>"] + lines
    }
    return "<dict>\n" + rows.map { "\(indent)\t\($0)\n" }.joined() + "\(indent)</dict>"
  }

  /// The lines of the value of a key; empty if there is none.
  private func xmlLines(_ key: StatementKey) -> [String] {
    switch key {
    case .sql: return [sql.xmlString]
    case .note: return note.map { [$0.xmlString] } ?? []
    case .onlyIf: return onlyIf.map { [$0.xmlString] } ?? []
    case .ignore:
      let rules = ignore.flatMap {
        ["\t<key>\(ScriptText.xml($0.rule))</key>", "\t\($0.reason.xmlString)"]
      }
      return rules.isEmpty ? [] : ["<dict>"] + rules + ["</dict>"]
    }
  }
}

extension ScriptKey {
  /// Keys of the whole script come before its statements.
  fileprivate static let inWritingOrder =
    allCases.filter { ![.statements, .verify].contains($0) } + [.statements, .verify]

  fileprivate static let inHeaderOrder = [.description] + allCases.filter { $0 != .description }
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
