/// Swift code that runs with the script of an update, for work that SQL cannot do (law 22).
///
/// ```swift
/// options.codeSteps = [
///   CodeStep(version: 4, name: "split-names") { database in
///     for row in try database.query("SELECT id, name FROM user_info") { … }
///   }
/// ]
/// ```
///
/// The code runs in the transaction of the update's script, on the same connection. If it throws, the step is rolled
/// back as after a failed statement. It may be called again after a rollback, so it should change nothing but the
/// database.
///
/// It belongs to `sql_update_N`. A new database that `sql_default` creates does not run it; use `onNewDatabase` there.
///
/// Foreign keys are not enforced meanwhile, as in scripts. A foreign key violation that the code adds fails the step
/// (law 17).
public struct CodeStep: Sendable {
  /// When the code runs.
  public enum Place: String, Sendable, Hashable {
    /// Before the statements of the script.
    case before
    /// After the statements of the script.
    case after
    /// Instead of the statements. The command line, which has no code, still runs the script.
    case instead
  }

  /// The version of the update that the code belongs to.
  public let version: Int64

  /// The name in the history and in errors.
  public let name: String

  /// When the code runs.
  public let place: Place

  let body: @Sendable (SQLiteDatabase) throws -> Void

  /// Creates a code step for a version.
  public init(
    version: Int64, name: String, place: Place = .after,
    _ body: @escaping @Sendable (SQLiteDatabase) throws -> Void
  ) {
    self.version = version
    self.name = name
    self.place = place
    self.body = body
  }
}
