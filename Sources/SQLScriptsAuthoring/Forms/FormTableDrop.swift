import SQLScriptsSQL
import SQLScriptsSchema

/// A table that a form deletes, and what becomes of the columns of other tables that lead to its rows.
struct FormTableDrop {
  /// What creates the schema without the table.
  private(set) var creations: [String] = []

  /// What its author has to say first about the columns.
  private(set) var questions: [FormQuestion] = []

  /// What the form says about the rows.
  private(set) var answers = SchemaAnswers()

  private let table: SchemaTable

  init(_ name: String, in schema: SchemaSnapshot, _ given: [FormAnswer]) throws(FormRefusal) {
    guard let table = schema[name], table.kind != .shadow else {
      throw FormRefusal("there is no table “\(name)”", field: "table")
    }
    self.table = table
    answers.dropped = [SchemaPlace(name)]
    let references = schema.children(of: SQLName(name))
      .filter { !$0.name.isSameName(as: name) }.sorted { $0.name < $1.name }
      .flatMap { Reference.all(from: $0, to: table, in: schema) }
    let stuck = references.filter { $0.choices.isEmpty }
    if let refusal = Self.words(for: stuck, to: table.name) {
      throw FormRefusal(refusal, field: "table")
    }
    var changed: [SQLName: TableText] = [:]
    var lost: Set<SQLName> = []
    for reference in references {
      let question = reference.question(table.name)
      guard let place = given.firstIndex(where: { $0.question == question.id }) else {
        questions.append(question)
        continue
      }
      guard reference.choices.indices.contains(given[place].answer) else {
        throw FormRefusal("choose one of the answers", field: "answers[\(place)]")
      }
      let (child, column) = (reference.child, reference.columns[0])
      let choice = reference.choices[given[place].answer]
      var text = changed[SQLName(child.name)] ?? TableText(child)
      guard choice.apply(to: &text, column) else {
        throw FormRefusal(
          "a form cannot make this change of “\(child.name)”, so write it in SQL",
          field: "answers[\(place)]")
      }
      changed[SQLName(child.name)] = text
      if choice == .deletesColumn, let column = child.column(column) {
        answers.dropped.insert(SchemaPlace(child.name, column.name))
        lost.formUnion(child.indexes(using: column).map { SQLName($0.name) })
      }
    }
    answers.dropped.formUnion(lost.map { SchemaPlace($0.text) })
    var rest = schema
    rest.set(nil, named: SQLName(name))
    creations = rest.creations(replacing: changed.mapValues(\.sql), without: lost)
  }

  /// Whether nothing leads to the table any more.
  func check(_ wanted: SchemaSnapshot) throws(FormRefusal) {
    let child = wanted.children(of: SQLName(table.name)).first
    if let child {
      throw FormRefusal(
        "a form cannot make this change of “\(child.name)”, so write it in SQL", field: "table")
    }
  }

  /// Why a table cannot be deleted to which columns of other tables refer; nil if there are none.
  private static func words(for references: [Reference], to table: String) -> String? {
    guard let first = references.first else { return nil }
    let names = { (columns: [String]) in columns.map { "“\($0)”" }.list("and") }
    if references.count > 1 {
      let shown = references.prefix(10).map { "\(names($0.columns)) of “\($0.child.name)”" }
      let rest = references.count > 10 ? ["\(references.count - 10) more"] : []
      return "these columns lead to rows of “\(table)”: \((shown + rest).list("and")); "
        + "delete them or their tables first"
    }
    let isOne = first.columns.count == 1
    return "the \(isOne ? "column" : "columns") \(names(first.columns)) of “\(first.child.name)” "
      + "\(isOne ? "leads" : "lead") to rows of “\(table)”, so delete "
      + "\(isOne ? "it" : "them") or the table “\(first.child.name)” first"
  }
}

extension FormTableDrop {
  /// Columns of another table that lead to rows of the table.
  fileprivate struct Reference {
    let child: SchemaTable
    let columns: [String]
    /// What can become of them; nothing if a form cannot change them.
    let choices: [Choice]

    enum Choice {
      case keepsValues, deletesColumn

      var words: String {
        switch self {
        case .keepsValues: "keep its values, without the reference"
        case .deletesColumn: "delete it with its values"
        }
      }

      /// - Returns: false if that changes more than the column.
      func apply(to text: inout TableText, _ column: String) -> Bool {
        text.remove(.references, from: column) && text.removeConstraints(of: column, "FOREIGN")
          && (self == .keepsValues || text.drop(column))
      }
    }

    static func all(
      from child: SchemaTable, to table: SchemaTable, in schema: SchemaSnapshot
    ) -> [Reference] {
      let keys = child.foreignKeys.filter { $0.parent.isSameName(as: table.name) }
      var seen: Set<[SQLName]> = []
      return keys.filter { seen.insert($0.columns.map { SQLName($0) }).inserted }.map { key in
        Reference(
          child: child, columns: key.columns,
          choices: choices(for: key, of: child, to: table, in: schema))
      }
    }

    private static func choices(
      for key: SchemaForeignKey, of child: SchemaTable, to table: SchemaTable,
      in schema: SchemaSnapshot
    ) -> [Choice] {
      guard key.columns.count == 1, let column = child.column(key.columns[0]),
        // A form removes all references of a column.
        child.foreignKeys.allSatisfy({ other in
          other.parent.isSameName(as: table.name)
            || !other.columns.contains { $0.isSameName(as: column.name) }
        })
      else { return [] }
      let isNeeded =
        column.primaryKeyPosition > 0
        || schema.children(of: SQLName(child.name)).contains { other in
          other.foreignKeys.contains { reference in
            reference.parent.isSameName(as: child.name)
              && reference.keys.contains { $0.isSameName(as: column.name) }
          }
        }
      return [.keepsValues, .deletesColumn].filter { choice in
        var text = TableText(child)
        return (choice == .keepsValues || !isNeeded) && choice.apply(to: &text, column.name)
      }
    }

    func question(_ table: String) -> FormQuestion {
      FormQuestion(
        id: "reference \(SchemaPlace(child.name, columns[0]).text)",
        text:
          "What happens to “\(columns[0])” of “\(child.name)”, which leads to rows of “\(table)”?",
        answers: choices.map(\.words))
    }
  }
}
