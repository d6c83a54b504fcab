/// Code of the app that belongs to an update: what SQL cannot say (law 22).
///
/// ```swift
/// options.codeSteps = [
///   CodeStep(version: 4, name: "split-names") { database in
///     for row in try database.query("SELECT id, name FROM user_info") { … }
///   }
/// ]
/// ```
///
/// It runs in the transaction of the update's script, on the same connection; when it throws, the step is
/// rolled back like one whose statement failed. The history keeps its name. It belongs to `sql_update_N`: a
/// new database that `sql_default` makes gets what `onNewDatabase` does. It may be called again after a
/// rollback, so it should change nothing but the database.
///
/// Foreign keys are not enforced meanwhile, as for scripts; rows that it leaves without a parent fail the
/// step (law 17).
public struct CodeStep: Sendable {
  /// When it runs.
  public enum Place: String, Sendable, Hashable {
    /// Before the statements of the script.
    case before
    /// After them.
    case after
    /// Instead of them: the script is there for those who have no code, such as the command line.
    case instead
  }

  /// The version that it leads to, together with the script of that number.
  public let version: Int64

  /// What the history and errors call it.
  public let name: String

  /// When it runs.
  public let place: Place

  let body: @Sendable (SQLiteDatabase) throws -> Void

  /// Code for a version.
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
