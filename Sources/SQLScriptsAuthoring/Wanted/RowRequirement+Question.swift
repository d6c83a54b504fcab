import SQLScriptsSQL
import SQLScriptsSchema

extension RowRequirement {
  /// Whether an expression answers the question. A constant gives a value to rows without one. It must not replace the
  /// values that there are.
  private func isAnswered(by fill: String) -> Bool {
    switch kind {
    case .newColumn, .notNull: true
    case .type, .check, .unique, .foreignKey:
      isNew || MentionedNames(fill).names.contains { table.column($0) != nil }
    }
  }

  /// Whether rows without a value get one, so that there is nothing to look for.
  func isMet(by fills: [SchemaPlace: String]) -> Bool {
    switch kind {
    case .newColumn, .notNull: fills[place].map { $0 != "" } ?? false
    default: false
    }
  }

  /// The question about the rows; nil if it is answered.
  func question(fills: [SchemaPlace: String], isGuarded: Bool) -> SchemaQuestion? {
    if isGuarded { return nil }
    if let fill = fills[place], isAnswered(by: fill) { return nil }
    let stop = SchemaQuestion.Answer(
      .stop, "stop the update if there are rows that do not fit", "--guard", place.text)
    let fill = SchemaQuestion.Answer(
      .fill(nil), "compute a value for them", "--fill", "\(place.text)=\(example)")
    let name = column.map { "“\($0.name)” of “\(table.name)”" } ?? "“\(table.name)”"
    func ask(
      _ kind: SchemaQuestion.Kind, _ text: String, _ answers: [SchemaQuestion.Answer]
    ) -> SchemaQuestion {
      SchemaQuestion(kind: kind, place: place, text: text, answers: answers)
    }
    switch kind {
    case .newColumn:
      return ask(
        .missingValue,
        "Which value do existing rows get in the new column \(name), which must not be NULL?",
        [fill, stop])
    case .notNull:
      return ask(
        .missingValue,
        "What happens to rows with NULL in \(name), which must not be NULL any more?", [fill, stop])
    case .type:
      return ask(
        .mayNotFit,
        "What happens to values that do not fit the new type of \(name), \(column?.type ?? "")?",
        [stop, fill])
    case .check(let condition):
      return ask(
        .mayNotFit,
        "What happens to rows of “\(table.name)” that violate CHECK (\(condition.oneLine))?",
        column == nil ? [stop] : [stop, fill])
    case .unique(let key):
      return ask(
        .mayNotFit,
        "What happens to rows of “\(table.name)” with the same \(key.words), which must be unique?",
        column == nil ? [stop] : [stop, fill])
    case .foreignKey(let key):
      let columns = key.columns.joined(separator: ", ")
      return ask(
        .mayNotFit,
        "What happens to rows of “\(table.name)” whose “\(columns)” refers to no row of “\(key.parent)”?",
        column == nil ? [stop] : [stop, fill])
    }
  }

  /// An expression for the command line.
  private var example: String {
    let name = column?.name ?? ""
    if case .foreignKey(let key) = kind, !isNew {
      let keys = key.keys.first ?? "rowid"
      return "CASE WHEN \(name) IN (SELECT \(keys) FROM \(key.parent)) THEN \(name) END"
    }
    return switch (isNew ? .newColumn : kind, column?.affinity) {
    case (.newColumn, .blob), (.notNull, .blob): "x''"
    case (.newColumn, .text), (.notNull, .text): "''"
    case (.newColumn, _), (.notNull, _): "0"
    case (.type, let affinity): "CAST(\(name) AS \(affinity.map { "\($0)".uppercased() } ?? ""))"
    case (_, .text): "lower(\(name))"
    default: "abs(\(name))"
    }
  }
}
