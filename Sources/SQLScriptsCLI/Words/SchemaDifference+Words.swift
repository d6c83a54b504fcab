import SQLScriptsDiagnostics
import SQLScriptsSchema

extension SchemaDifference {
  func lines(from old: String, to new: String) -> [StyledText] {
    guard !isEmpty else {
      return [StyledText(VisibleText.oneLine("\(old) and \(new) have the same schema"))]
    }
    return changes.map { change in
      var line = StyledText(change.sign, .emphasis)
      line.append(" " + VisibleText.oneLine(change.description))
      return line
    }
  }

  func json(from old: String, to new: String) -> JSONText {
    .document([
      .init("from", .string(old)),
      .init("to", .string(new)),
      .init(
        "changes",
        .array(
          changes.map { change in
            .object([
              .init("action", .string("\(change.action)")),
              .init("subject", .string("\(change.subject)")),
              .init("table", .string(change.table)),
              .init("name", .string(change.name)),
              .init("cosmetic", .bool(change.isCosmetic)),
              .init("words", .string(change.description)),
            ])
          })),
    ])
  }
}

extension SchemaChange {
  fileprivate var sign: String {
    switch action {
    case .added: "+"
    case .removed: "-"
    case .changed: "~"
    }
  }
}
