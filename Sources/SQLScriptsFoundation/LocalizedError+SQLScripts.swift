import Foundation
import SQLScripts

// What `localizedDescription` says: without this it is "The operation could not be completed".

extension MigrationFailure: LocalizedError {
  /// What happened, where, and what had been committed.
  public var errorDescription: String? { description }

  /// What happened, in one sentence.
  public var failureReason: String? { summary }

  /// What to do about it, if there is something to say.
  public var recoverySuggestion: String? { help }
}

extension MigrationFailure.Reason: LocalizedError {
  /// What happened, in one sentence.
  public var errorDescription: String? { description }
}

extension MigrationRefusal: LocalizedError {
  /// What is the matter and what to do.
  public var errorDescription: String? { description }
}

extension StatementFailure: LocalizedError {
  /// Which statement failed, and what SQLite said.
  public var errorDescription: String? { description }

  /// What to do about it, if there is something to say.
  public var recoverySuggestion: String? { finding.help }
}

extension Malformation: LocalizedError {
  /// What was found in place of a version.
  public var errorDescription: String? { description }
}

extension AdoptionProblem: LocalizedError {
  /// What was found in place of a version.
  public var errorDescription: String? { description }
}

extension BackupError: LocalizedError {
  /// What is the matter and what to do.
  public var errorDescription: String? { description }
}

extension SQLiteError: LocalizedError {
  /// What SQLite said, its code, and the beginning of the SQL.
  public var errorDescription: String? { description }
}

extension ScriptBundleError: LocalizedError {
  /// What was in the way, with the path.
  public var errorDescription: String? { description }
}

extension SQLiteManager.SharedError: LocalizedError {
  /// What to do.
  public var errorDescription: String? { description }
}
