import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsSchema

extension SchemaDifference {
  func lines(from old: String, to new: String) -> [StyledText] {
    guard !isEmpty else {
      return [StyledText(VisibleText.oneLine("\(old) and \(new) have the same schema"))]
    }
    return lines
  }

  /// One line for each change.
  var lines: [StyledText] {
    changes.map { change in
      var line = StyledText(change.sign, .emphasis)
      line.append(" " + VisibleText.oneLine(change.description))
      return line
    }
  }

  func json(from old: String, to new: String) -> JSONText {
    .document([
      .init("old", .string(old)),
      .init("new", .string(new)),
      .init("changes", .array(changes.map(\.json))),
    ])
  }
}

extension SchemaChange {
  var json: JSONText { json(message: description) }

  func json(message: String) -> JSONText {
    .object([
      .init("action", .string("\(action)")),
      .init("subject", .string("\(subject)")),
      .init("table", .string(table)),
      .init("name", .string(name)),
      .init("cosmetic", .bool(isCosmetic)),
      .init("message", .string(message)),
    ])
  }

  fileprivate var sign: String {
    switch action {
    case .added: "+"
    case .removed: "-"
    case .changed, .renamed: "~"
    }
  }
}
