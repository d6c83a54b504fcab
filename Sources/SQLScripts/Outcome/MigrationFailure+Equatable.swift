// For the tests of an app. An error of the app may not be Equatable, so two of them are equal if their type and
// description are equal.
extension MigrationFailure: Equatable {
  /// Whether two migrations of the same database stopped for the same reason after the same steps.
  public static func == (left: Self, right: Self) -> Bool {
    (left.database, left.report) == (right.database, right.report) && left.reason == right.reason
  }
}

extension MigrationFailure.Reason: Equatable {
  /// Whether two migrations stopped for the same reason.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.refused(let left), .refused(let right)): left == right
    case (.scripts(let left), .scripts(let right)): left == right
    case (.bundle(let left), .bundle(let right)): left == right
    case (.statement(let left), .statement(let right)): left == right
    case (
      .foreignKeys(let script, let version, let rows, let count),
      .foreignKeys(let otherScript, let otherVersion, let otherRows, let otherCount)
    ):
      (script, version, count) == (otherScript, otherVersion, otherCount) && rows == otherRows
    case (
      .brokenSchema(let script, let version, let objects),
      .brokenSchema(let otherScript, let otherVersion, let otherObjects)
    ):
      (script, version) == (otherScript, otherVersion) && objects == otherObjects
    case (.database(let error, let activity), .database(let otherError, let otherActivity)):
      error == otherError && activity == otherActivity
    case (.preparation(let left), .preparation(let right)): isSame(left, right)
    case (.hook(let left), .hook(let right)): isSame(left, right)
    case (
      .code(let name, let version, let error), .code(let other, let otherVersion, let otherError)
    ):
      (name, version) == (other, otherVersion) && isSame(error, otherError)
    case (.backup(let left), .backup(let right)): left == right
    case (.cancelled(let left), .cancelled(let right)): left == right
    default: false
    }
  }

  private static func isSame(_ left: any Error, _ right: any Error) -> Bool {
    String(reflecting: left) == String(reflecting: right)
  }
}
