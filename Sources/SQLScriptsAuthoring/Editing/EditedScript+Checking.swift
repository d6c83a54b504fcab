import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation

extension EditedScript {
  /// The bytes of a changed list, if reading them gives exactly the wanted statements.
  ///
  /// - Parameter change: makes the change to the statements.
  func checked(
    _ list: ItemList, _ change: (inout [String]) -> Void
  ) throws(Refusal) -> [UInt8] {
    var list = list
    if file.format == .sql {
      try refuseAfterOpenStatement(list)
      list.separateStatements(style)
    }
    var statements = Self.statements(of: script)
    change(&statements)
    return try checked(list.bytes, statements: statements)
  }

  /// - Parameters:
  ///   - number: the statement with another text.
  ///   - isSame: whether the other keys are as wanted; nil if they must not change.
  func checked(
    _ bytes: [UInt8], statements: [String]?, setting number: Int? = nil,
    isSame: ((ScriptContent) -> Bool)? = nil
  ) throws(Refusal) -> [UInt8] {
    let (after, diagnostics) = read(bytes)
    guard let after else { throw .unwritable }
    // A file may have had mistakes before.
    let errors = diagnostics.count { $0.severity == .error }
    if errors > 0,
      errors > read(Array(source.bytes)).diagnostics.count(where: { $0.severity == .error })
    {
      throw .unwritable
    }
    let wanted = statements ?? Self.statements(of: script)
    guard areSame(Self.statements(of: after), wanted, setting: number) else { throw .unwritable }
    let (old, new) = (ScriptContent(script), ScriptContent(after))
    let isAsWanted = isSame?(new) ?? (old.withoutItems == new.withoutItems)
    guard isAsWanted else { throw .unwritable }
    return bytes
  }

  private func read(_ bytes: [UInt8]) -> (script: Script?, diagnostics: [Diagnostic]) {
    ScriptBundle(scripts: [])
      .read(file.with(bytes), in: SourceFile(name: source.name, bytes: bytes))
  }

  /// The texts of the statements that people count.
  static func statements(of script: Script) -> [String] {
    ListedStatement.all(of: script).map { script.text($0.range) }
  }

  /// In an SQL file, a `;` may come on a line of its own behind a statement. For some statements, SQLite stores the
  /// blanks and the comments before it. Behind another text they stay, and so may become part of it.
  private func areSame(_ texts: [String], _ wanted: [String], setting number: Int?) -> Bool {
    guard file.format == .sql else { return texts == wanted }
    guard texts.count == wanted.count else { return false }
    return texts.indices.allSatisfy { index in
      let (text, wanted) = (texts[index].utf8, wanted[index].utf8)
      return text.reversed().drop { $0.isBlank }
        .elementsEqual(wanted.reversed().drop { $0.isBlank })
        || index + 1 == number && Self.tokens(Array(text)) == Self.tokens(Array(wanted))
    }
  }

  /// A text from its first token to its last.
  private static func tokens(_ text: [UInt8]) -> ArraySlice<UInt8> {
    text[text.withUnsafeBufferPointer { StatementBytes.known(of: $0, tail: false) }]
  }

  /// A last statement with an open comment, quotation mark or trigger would swallow the next one.
  private func refuseAfterOpenStatement(_ changed: ItemList) throws(Refusal) {
    guard let last = list.items.last, changed.items.dropLast().contains(last) else { return }
    var isOpen = false
    last.withUnsafeBufferPointer { bytes in
      StatementBytes.each(in: bytes) { isOpen = !$1 }
    }
    if isOpen { throw .openStatement(count) }
  }
}

extension ScriptContent {
  fileprivate var withoutItems: ScriptContent {
    var content = self
    content.items = []
    return content
  }
}
