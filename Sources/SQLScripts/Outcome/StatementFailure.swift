import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A statement that failed: the statement, its place in the script, and SQLite's error (law 14).
public struct StatementFailure: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Reason: Sendable, Hashable {
    /// SQLite refused it, or it failed.
    case sqlite
    /// The statement is not allowed in a script (law 15).
    case denied(ScriptDenial)
    /// SQLite ended the whole transaction (law 15): `ON CONFLICT ROLLBACK`, or an interrupt.
    case transactionEnded
    /// The statement has a parameter such as `?`, and a script has no values for it.
    case parameter
    /// A query of `onlyIf`, `require` or `verify` changes the database or returns no columns.
    case notAQuery
    /// A query of `require` or `verify` returned rows: the first few of them.
    case verification(rows: [[SQLiteValue]])
  }

  /// The key of a script that a statement belongs to.
  public enum Part: String, Sendable, Hashable {
    case statements, onlyIf, require, verify

    func name(ofItem item: Int, in script: String) -> String {
      switch self {
      case .statements: "item \(item) of \(script)"
      case .onlyIf: "“onlyIf” of item \(item) of \(script)"
      case .require: "require query \(item) of \(script)"
      case .verify: "verify query \(item) of \(script)"
      }
    }
  }

  /// The kind of failure.
  public let reason: Reason

  /// The file name of the script.
  public let script: String

  /// The version that the script migrates to.
  public let version: Int64

  /// The key that it belongs to: it is a statement, the condition of one, or a query that must return no rows.
  public let part: Part

  /// The number of the item in `statements`, `require` or `verify`, from one; in a `.sql` file, of the statement.
  public let item: Int

  /// The statement in the script file.
  package let span: SourceSpan

  /// The place in the statement that SQLite reports; nil if it reports none.
  package let pointer: SourceSpan?

  /// SQLite's error, with the SQL, and the offset in it if SQLite knows it.
  public let error: SQLiteError

  /// The number of statements of the script that ran before.
  public let statementsBefore: Int

  /// Whether the statements before it were rolled back. False only outside a transaction (law 19).
  public let isRolledBack: Bool
}

extension StatementFailure {
  /// The place that SQLite reports, or else the beginning of the statement.
  public var location: ScriptLocation { ScriptLocation((pointer ?? span).start) }

  /// The failure as a finding, to be shown like one.
  public var finding: ScriptFinding { ScriptFinding(diagnostic) }

  package var diagnostic: Diagnostic {
    Diagnostic(
      "failed-statement", .error, headline, at: pointer ?? span, label: label, why: why, help: help)
  }

  private var headline: String {
    switch reason {
    case .sqlite: "\(subject) failed: \(error.message)"
    case .denied(let denial): "\(subject) was refused: \(denial)"
    // The interrupt is the cause, and the rest follows from it.
    case .transactionEnded where error.code.primary == .interrupted:
      "\(subject) failed: \(error.message)"
    case .transactionEnded: "\(subject) ended the transaction: \(error.message)"
    case .parameter: "\(subject) has a parameter, but scripts cannot bind values"
    case .notAQuery: "\(subject): \(error.message)"
    case .verification(let rows):
      "\(subject) returned \(Self.words(forRows: rows.count)), so the script "
        + (part == .require ? "did not run" : "was rolled back")
    }
  }

  private var subject: String { part.name(ofItem: item, in: script) }

  /// The greatest number of rows that are read of a query of `require` or `verify`.
  static let rowLimit = 5

  private static func words(forRows count: Int) -> String {
    count == 1 ? "a row" : count < rowLimit ? "\(count) rows" : "\(count) rows or more"
  }

  private var label: String? {
    switch reason {
    case .sqlite: pointer == nil ? nil : "here"
    case .verification(let rows):
      (rows.count == 1
        ? "the row: " : rows.count < Self.rowLimit ? "the rows: " : "the first rows: ")
        + rows.map { row in row.map(\.description).joined(separator: ", ") }.joined(separator: "; ")
    default: nil
    }
  }

  private var why: String? {
    switch reason {
    case .transactionEnded where error.code.primary == .interrupted: nil
    case .sqlite, .denied: "SQLite said “\(error.message)” [\(error.code)]"
    case .transactionEnded:
      "ON CONFLICT ROLLBACK or RAISE(ROLLBACK) rolls back the whole transaction, not only this "
        + "statement."
    case .parameter: "SQLite would silently use NULL."
    default: nil
    }
  }

  private var help: String? {
    switch reason {
    case .denied(let denial): denial.help
    case .parameter: "Write the value itself. Put strings in single quotes."
    case .transactionEnded where error.code.primary == .interrupted: nil
    case .transactionEnded: "Use ON CONFLICT ABORT, which is the default."
    case .notAQuery: "Write a SELECT that changes nothing."
    case .sqlite where error.code.primary == .full: "Free some disk space, then run it again."
    case .sqlite, .verification: nil
    }
  }
}

extension StatementFailure: CustomStringConvertible {
  /// The failure in one sentence.
  public var description: String { headline }
}
