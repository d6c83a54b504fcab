import Foundation
import SQLScripts

// The texts for `localizedDescription`. Without them it is “The operation could not be completed”.

extension MigrationFailure: LocalizedError {
  /// The statement, its place, the reason, and the committed steps.
  public var errorDescription: String? { description }

  /// The failure in one sentence.
  public var failureReason: String? { summary }

  /// Advice, if there is any.
  public var recoverySuggestion: String? { help }
}

extension MigrationFailure.Reason: LocalizedError {
  /// The failure in one sentence.
  public var errorDescription: String? { description }
}

extension MigrationRefusal: LocalizedError {
  /// The problem and advice.
  public var errorDescription: String? { description }
}

extension StatementFailure: LocalizedError {
  /// The statement that failed, and SQLite's message.
  public var errorDescription: String? { description }

  /// Advice, if there is any.
  public var recoverySuggestion: String? { finding.help }
}

extension MalformedVersion: LocalizedError {
  /// The value that was found instead of a version.
  public var errorDescription: String? { description }
}

extension AdoptionProblem: LocalizedError {
  /// The value that was found instead of a version.
  public var errorDescription: String? { description }
}

extension BackupError: LocalizedError {
  /// The problem and advice.
  public var errorDescription: String? { description }
}

extension SQLiteError: LocalizedError {
  /// SQLite's message, its code, and the beginning of the SQL.
  public var errorDescription: String? { description }
}

extension ScriptBundleError: LocalizedError {
  /// The problem, with the path.
  public var errorDescription: String? { description }
}

extension SQLiteManager.SharedError: LocalizedError {
  /// Advice.
  public var errorDescription: String? { description }
}
