import SQLScriptsSQL
import SQLScriptsSchema

extension RowRequirement {
  /// Whether an expression answers the question. A constant gives a value to rows without one. It must not replace the
  /// values that there are.
  private func isAnswered(by fill: String) -> Bool {
    switch kind {
    case .newColumn, .notNull: true
    case .type, .check, .unique, .foreignKey:
      isNew || !ColumnsRead(fill).isConstant(in: table)
    }
  }

  /// Whether rows without a value get one, so that there is nothing to look for.
  func isMet(by fills: [SchemaPlace: String]) -> Bool {
    switch kind {
    case .newColumn, .notNull: fills[place].map { !ColumnsRead($0).mayBeNull(in: table) } ?? false
    default: false
    }
  }

  /// The question about the rows; nil if it is answered.
  ///
  /// - Parameter schema: the wanted schema.
  func question(
    fills: [SchemaPlace: String], isGuarded: Bool, _ draft: SchemaDraft, _ schema: SchemaSnapshot
  ) -> SchemaQuestion? {
    if isGuarded { return nil }
    if let fill = fills[place], isAnswered(by: fill) { return nil }
    let stop = SchemaQuestion.Answer(
      .stop, "stop the update if there are rows that do not fit", "--guard", place.text)
    let example = example(draft, schema)
    let fill = SchemaQuestion.Answer(
      .fill(example?.isComplete ?? false ? example?.sql : nil), example?.words ?? "", "--fill",
      "\(place.text)=\(example?.sql ?? "")")
    let canFill = column.map { !$0.isGenerated } ?? false && example != nil
    let reason = fills[place] == nil ? "" : " A constant would replace the values that fit."
    let name = column.map { "“\($0.name)” of “\(table.name)”" } ?? "“\(table.name)”"
    var (type, isOfNewColumn): (String?, Bool) = (nil, false)
    if case .newColumn = self.kind { isOfNewColumn = true }
    if case .type = self.kind { type = column?.type }
    func ask(
      _ kind: SchemaQuestion.Kind, _ text: String, _ answers: [SchemaQuestion.Answer]
    ) -> SchemaQuestion {
      SchemaQuestion(
        kind: kind, place: place, text: text + reason,
        answers: canFill ? answers : answers.filter { $0.choice == .stop }, type: type,
        isAboutAllRows: isOfNewColumn)
    }
    switch kind {
    case .newColumn:
      return ask(
        .missingValue,
        "Which value do existing rows get in the new column \(name), which is required?",
        [fill, stop])
    case .notNull:
      return ask(
        .missingValue,
        "What happens to rows without a value in \(name), which is required from now on?",
        [fill, stop])
    case .type:
      return ask(
        .mayNotFit,
        "What happens to values that do not fit the new type \(column?.type ?? "") of \(name)?",
        [stop, fill])
    case .check(let condition):
      return ask(
        .mayNotFit,
        "What happens to rows of “\(table.name)” that violate CHECK (\(condition.oneLine))?",
        [stop, fill])
    case .unique(let key):
      return ask(
        .mayNotFit,
        "What happens to rows of “\(table.name)” with the same \(key.words), which must be unique?",
        [stop, fill])
    case .foreignKey(let key):
      let columns = key.columns.joined(separator: ", ")
      return ask(
        .mayNotFit,
        "What happens to rows of “\(table.name)” whose “\(columns)” refers to no row of “\(key.parent)”?",
        [stop, fill])
    }
  }

  /// An expression that may answer the question.
  private struct Example {
    var sql: String
    /// What it does.
    var words: String
    /// Whether it does so as it is. Otherwise only the author knows the value.
    var isComplete = true
  }

  /// Nil if no expression can make the rows fit.
  private func example(_ draft: SchemaDraft, _ schema: SchemaSnapshot) -> Example? {
    guard let column else { return nil }
    let name = column.name.quotedIfNeeded
    let value =
      switch column.affinity {
      case .blob: "x''"
      case .text: "''"
      default: "0"
      }
    // Only a column that may be NULL has a value for rows that do not fit.
    let canBeNull = !column.isNotNull && column.primaryKeyPosition == 0
    func setNull(unless condition: String) -> Example? {
      canBeNull
        ? Example(
          sql: "CASE WHEN \(condition) THEN \(name) END",
          words: "clear it in rows that do not fit") : nil
    }
    let own = Example(sql: value, words: "compute a value for them", isComplete: false)
    if isNew { return own }
    switch kind {
    case .newColumn, .notNull: return own
    case .type:
      let before = draft.snapshot[table.name]?.column(column.name)
      return conversion(of: name, from: before?.affinity, to: column.affinity, orNull: canBeNull)
    case .check(let condition): return setNull(unless: condition.oneLine)
    case .unique:
      guard !table.isWithoutRowID else { return nil }
      let first = "rowid IN (SELECT min(rowid) FROM \(table.name.quotedIfNeeded) GROUP BY \(name))"
      var example = setNull(unless: first)
      let number = table.rowIDAlias?.name ?? "rowid"
      example?.words =
        "keep each \(column.name) in the row with the lowest \(number), and delete it from the other rows that have it"
      return example
    case .foreignKey(let key):
      // A new parent has no rows yet.
      guard draft.snapshot[key.parent] != nil else { return nil }
      let parent = key.parentKey(in: schema).first?.quotedIfNeeded ?? "rowid"
      return setNull(unless: "\(name) IN (SELECT \(parent) FROM \(key.parent.quotedIfNeeded))")
    }
  }

  /// Values of another type. A number that is compared with a text is equal only if the whole text is that number, while
  /// CAST reads the number at its start: '12,50' becomes 12. See <https://www.sqlite.org/datatype3.html#comparisons>.
  private func conversion(
    of name: String, from before: Affinity?, to type: Affinity, orNull canBeNull: Bool
  ) -> Example {
    if type == .integer, before == .real {
      return Example(
        sql: "CAST(round(\(name)) AS INTEGER)", words: "round them to whole numbers")
    }
    let cast = "CAST(\(name) AS \("\(type)".uppercased()))"
    if type == .text || type == .blob { return Example(sql: cast, words: "convert them") }
    let number = type == .integer ? cast : "CAST(\(name) AS NUMERIC)"
    let numbers = type == .integer ? "whole numbers" : "numbers"
    return Example(
      sql: "CASE WHEN \(number) <> \(name) THEN \(canBeNull ? "NULL" : "0") ELSE \(cast) END",
      words: canBeNull
        ? "convert \(numbers), and clear everything else"
        : "convert \(numbers), and set everything else to 0")
  }
}
