/// The SQLite version of a system, from one system version until the next row of the same system.
///
/// Apple publishes no such table, so this is the best available data. Android's is published, but manufacturers may
/// ship another version. If sources differ, the table contains the lower version.
package struct OperatingSystemSQLite: Sendable {
  package let platform: TargetPlatform
  package let from: VersionNumbers
  package let sqlite: SQLiteVersion
  package let source: String

  /// Nil for a row with an invalid version, which a test prevents.
  private init?(_ platform: TargetPlatform, _ from: String, _ sqlite: String, _ source: String) {
    guard let from = VersionNumbers(from), let sqlite = SQLiteVersion(sqlite) else { return nil }
    self.platform = platform
    self.from = from
    self.sqlite = sqlite
    self.source = source
  }

  private static let yap = "YapDatabase wiki, SQLite version bundled with OS"
  private static let grdb = "GRDB availability annotations"
  private static let grdbTests = "GRDB test notes"
  private static let parity = "the iOS release of the same year; to be confirmed"
  private static let package = "developer.android.com, android.database.sqlite package summary"

  /// Ascending for each system.
  package static let table: [OperatingSystemSQLite] = [
    Self(.iOS, "11", "3.19.3", yap),
    Self(.iOS, "12", "3.24.0", yap),
    Self(.iOS, "13", "3.28.0", yap),
    Self(.iOS, "14", "3.32.3", yap),
    Self(.iOS, "15", "3.36.0", yap + "; " + grdb),
    Self(.iOS, "15.4", "3.37.0", grdb),
    Self(.iOS, "16", "3.39.0", grdb + "; SQLiteFlow issue 198"),
    Self(.iOS, "17", "3.39.5", grdbTests),
    Self(.iOS, "17.2", "3.43.2", grdbTests),
    Self(.iOS, "26", "3.51.0", "GRDB issue 1874"),

    Self(.macOS, "10.13", "3.19.3", yap),
    Self(.macOS, "10.14", "3.24.0", yap),
    Self(.macOS, "10.15", "3.28.0", parity),
    Self(.macOS, "10.16", "3.32.3", parity),
    Self(.macOS, "11", "3.32.3", parity),
    Self(.macOS, "12", "3.36.0", grdb),
    Self(.macOS, "12.4", "3.37.0", grdb),
    Self(.macOS, "13.2", "3.39.5", grdb),
    Self(.macOS, "14.2", "3.43.2", grdbTests),
    Self(.macOS, "26", "3.51.0", "GRDB issue 1874"),

    Self(.tvOS, "11", "3.19.3", parity),
    Self(.tvOS, "12", "3.24.0", parity),
    Self(.tvOS, "13", "3.28.0", parity),
    Self(.tvOS, "14", "3.32.3", parity),
    Self(.tvOS, "15", "3.36.0", grdb),
    Self(.tvOS, "15.4", "3.37.0", grdb),
    Self(.tvOS, "17", "3.39.5", grdb),
    Self(.tvOS, "17.2", "3.43.2", parity),
    Self(.tvOS, "26", "3.51.0", parity),

    Self(.watchOS, "4", "3.19.3", parity),
    Self(.watchOS, "5", "3.24.0", parity),
    Self(.watchOS, "6", "3.28.0", parity),
    Self(.watchOS, "7", "3.32.3", parity),
    Self(.watchOS, "8", "3.36.0", grdb),
    Self(.watchOS, "8.5", "3.37.0", grdb),
    Self(.watchOS, "9", "3.39.0", grdb),
    Self(.watchOS, "10", "3.39.5", parity),
    Self(.watchOS, "10.2", "3.43.2", parity),
    Self(.watchOS, "26", "3.51.0", parity),

    Self(.visionOS, "1", "3.39.5", parity),
    Self(.visionOS, "1.1", "3.43.2", parity),
    Self(.visionOS, "26", "3.51.0", parity),

    Self(.android, "21", "3.8.6", package),
    Self(.android, "24", "3.9.2", package),
    Self(.android, "26", "3.18.2", package),
    Self(.android, "27", "3.19.4", package),
    Self(.android, "28", "3.22.0", package),
    Self(.android, "30", "3.28.0", package),
    Self(.android, "31", "3.32.2", package),
    Self(.android, "34", "3.39.2", package),
    Self(.android, "35", "3.44.3", package),
    Self(.android, "36.1", "3.50.0", package),
  ].compactMap { $0 }

  /// The row for a version; the first row if the version is older than all rows.
  package static func row(
    for platform: TargetPlatform, _ version: VersionNumbers
  ) -> OperatingSystemSQLite? {
    let rows = table.filter { $0.platform == platform }
    return rows.last { $0.from <= version } ?? rows.first
  }

  /// The oldest version of a system that has an SQLite version.
  package static func first(
    of platform: TargetPlatform, with sqlite: SQLiteVersion
  ) -> VersionNumbers? {
    table.first { $0.platform == platform && $0.sqlite >= sqlite }?.from
  }

  /// The release names of Android's API levels.
  static let androidReleases: [Int: String] = [
    21: "5", 22: "5.1", 23: "6", 24: "7", 25: "7.1", 26: "8", 27: "8.1", 28: "9", 29: "10",
    30: "11", 31: "12", 32: "12L", 33: "13", 34: "14", 35: "15", 36: "16", 37: "17",
  ]
}
