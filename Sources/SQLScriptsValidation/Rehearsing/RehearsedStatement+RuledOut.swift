import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

// A statement whose `onlyIf` is false in the rehearsal may still run on some user's device.
extension RehearsedStatement {
  /// Whether rules must check it: it succeeds, or it fails for a reason that its condition does not cover.
  ///
  /// - Parameter promised: the lowercase names of objects that other ruled-out statements would have created.
  func isFault(besides promised: Set<String>) -> Bool {
    guard let error, denial == nil else { return true }
    if error.said.isAboutSyntax || error.code.isOfLimit { return true }
    // Values and rows differ where it runs.
    guard error.code.primary == .error else { return false }
    switch error.said {
    case .alreadyExists: return hasConstantCondition
    // A column list is wrong everywhere, an added column only where it exists.
    case .duplicateColumn where word(0) == "CREATE": return true
    case .duplicateColumn, .broken(_, _, after: .rename, _): return hasConstantCondition
    case .broken(_, let name, _, _): return !conditionMentions(name, anyOther: true)
    case .cannotDrop: return !conditionMentions("", anyOther: true)
    default: break
    }
    let subject = SQLiteMessage(error.message).subject
    guard let name = error.said.missingName ?? subject?.asciiLowercased else { return true }
    return !promised.contains(name) && !conditionMentions(name)
  }

  /// The words and names of `onlyIf`, in lowercase, without keywords; but a pattern may match any name.
  private var conditionNames: Set<String> {
    guard let range = script.options(of: item)?.onlyIf else { return [] }
    let names = script.document.withBytes(of: range) { StatementText($0).names }
    return Set(names.map(\.folded)).filter {
      !Keywords.all.contains($0.uppercased()) || Self.patterns.contains($0)
    }
  }

  private static let patterns: Set = ["like", "glob", "regexp"]

  /// Whether its `onlyIf` is false everywhere.
  var neverRuns: Bool { isRuledOut && hasConstantCondition }

  /// Whether its `onlyIf` may be false in a database in which one of these tables has rows.
  func mayBeSkipped(withRowsOf tables: Set<SQLName>) -> Bool {
    guard let range = script.options(of: item)?.onlyIf, !hasConstantCondition else { return false }
    // One about the schema has the same result as in the rehearsal.
    if isRuledOut, !conditionReadsRows { return false }
    let table = SQLText(script.text(range)).tableThatMakesTrue(in: before)
    return table.map { !tables.contains($0) } ?? true
  }

  /// Whether its `onlyIf` reads rows, and not only the schema.
  var conditionReadsRows: Bool { conditionReads.contains { before[$0] != nil } }

  /// Whether `onlyIf` is the same everywhere, such as `SELECT 0`.
  private var hasConstantCondition: Bool {
    conditionNames.isEmpty
  }

  /// Whether `onlyIf` mentions a name. A pattern may match any name.
  ///
  /// - Parameter anyOther: whether any other name of the statement will do.
  private func conditionMentions(_ name: String, anyOther: Bool = false) -> Bool {
    var names = Set([name.asciiLowercased].filter { !$0.isEmpty })
    if anyOther {
      names.formUnion(
        tokens.prefix(64).filter { $0.kind == .word || $0.kind == .quotedName }
          .map { self.name($0).asciiLowercased }
          .filter { !Keywords.all.contains($0.uppercased()) })
    }
    return conditionNames.contains { word in
      Self.patterns.contains(word) || names.contains { word.contains($0) }
    }
  }
}

extension RehearsedStatement {
  /// Whether its `onlyIf` may be about the rows on which it fails.
  var isGuardedByRows: Bool {
    guard !conditionReads.isEmpty else { return false }
    return actions.contains { action in
      switch action.kind {
      case .createIndex: conditionReads.contains(SQLName(action.detail))
      case .createTable, .function, .pragma: false
      default: conditionReads.contains(SQLName(action.name))
      }
    }
  }
}
