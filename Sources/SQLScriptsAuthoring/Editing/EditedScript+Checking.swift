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
    if file.format == .sql { list.separateStatements() }
    var statements = Self.statements(of: script)
    change(&statements)
    return try checked(list.bytes, statements: statements)
  }

  /// - Parameter isSame: whether the other keys are as wanted; nil if they must not change.
  func checked(
    _ bytes: [UInt8], statements: [String]?, isSame: ((ScriptContent) -> Bool)? = nil
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
    guard Self.single(Self.statements(of: after), file.format) == Self.single(wanted, file.format)
    else { throw .unwritable }
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

  /// In an SQL file, a text with several statements becomes several.
  private static func single(_ texts: [String], _ format: ScriptFile.Format) -> [String] {
    guard format == .sql else { return texts }
    return texts.flatMap { text in
      var single: [String] = []
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        StatementBytes.each(in: bytes) { statement, _ in
          let known = StatementBytes.known(of: statement)
          single.append(String(decoding: statement[known], as: UTF8.self))
        }
      }
      return single
    }
  }
}

extension ScriptContent {
  fileprivate var withoutItems: ScriptContent {
    var content = self
    content.items = []
    return content
  }
}
