import SQLScriptsSQL

/// Something that the two schemas do not say. Whoever answers it gets rows that are right.
package struct SchemaQuestion: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// A table of the old schema is not in the wanted one.
    case goneTable
    /// A column of the old schema is not in the wanted one.
    case goneColumn
    /// An index, trigger or view of the old schema is not in the wanted one.
    case goneIndex, goneTrigger, goneView
    /// A column must not be NULL, and existing rows have no value for it.
    case missingValue
    /// Existing rows may violate a constraint or a type.
    case mayNotFit
    /// A virtual table changed, which cannot be altered.
    case virtualTable
  }

  /// An answer, as a value and as an option of the command.
  package struct Answer: Sendable, Hashable {
    package enum Choice: Sendable, Hashable {
      case renamedTable(to: String)
      case renamedColumn(to: String)
      case drop
      /// nil stands for an expression that the author has to write.
      case fill(String?)
      case stop
    }

    package let choice: Choice
    /// What it means, as a part of a sentence: “it was renamed to “nickname””.
    package let words: String
    /// The option that gives this answer, and its value: `--rename`, `user.nick=nickname`.
    private let name: String
    private let value: String

    init(_ choice: Choice, _ words: String, _ name: String, _ value: String) {
      self.choice = choice
      self.words = words
      self.name = name
      self.value = value
    }

    /// What the author may write instead of an expression: `0`.
    package var example: String { String(value.drop { $0 != "=" }.dropFirst()) }

    /// An expression that does what the words say; nil if the author has to write one, or none is needed.
    package var suggestion: String? {
      if case .fill(let sql) = choice { sql } else { nil }
    }

    /// The option for a shell: `--rename user.nick=nickname`.
    package var option: String { "\(name) \(value.quotedForShell)" }
  }

  package let kind: Kind
  package let place: SchemaPlace
  /// The question in one sentence.
  package let text: String
  /// The answers, the likely one first.
  package let answers: [Answer]
  /// The type that it names; nil for questions that are not about a type.
  package var type: String?
  /// Whether no existing row fits, because the column is new.
  package var isAboutAllRows = false
}

extension SchemaAnswers {
  /// Adds the answer to a question.
  ///
  /// - Parameter expression: what the author wrote, if the answer asks for an expression.
  package mutating func take(
    _ answer: SchemaQuestion.Answer, to question: SchemaQuestion, expression: String? = nil
  ) {
    let place = question.place
    switch answer.choice {
    case .renamedTable(let name): renamedTables[place.table] = SQLName(name)
    case .renamedColumn(let name): renamedColumns[place] = SQLName(name)
    case .drop: dropped.insert(place)
    case .fill(let value): fills[place] = expression ?? value ?? "NULL"
    case .stop: guarded.insert(place)
    }
  }
}

extension String {
  /// One word of a shell.
  fileprivate var quotedForShell: String {
    let special = Set(" \t\n\"'\\$`!*?[]{}()<>|&;#~")
    if !isEmpty, !contains(where: { special.contains($0) }) { return self }
    // These have a meaning within double quotes.
    if !contains(where: { "\"\\$`!".contains($0) }) { return "\"\(self)\"" }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: "'\\''"))'"
  }
}
