/// The oldest version of a system that an app supports, and its SQLite version.
package struct Target: Sendable, Hashable {
  package let platform: TargetPlatform
  package let version: VersionNumbers
  package let sqlite: SQLiteVersion

  /// Creates a target from the text of a version; nil if the text is not a version, or the system is not known.
  package init?(_ platform: TargetPlatform, _ text: String) {
    guard let version = VersionNumbers(text) else { return nil }
    self.platform = platform
    self.version = version
    if platform == .sqlite {
      guard let sqlite = SQLiteVersion(text) else { return nil }
      self.sqlite = sqlite
    } else {
      guard let row = OperatingSystemSQLite.row(for: platform, version) else { return nil }
      sqlite = row.sqlite
    }
  }

  /// The name shown to users: “iOS 15”, “Android 11 (API 30)”, “SQLite 3.32”.
  package var name: String { Self.name(of: platform, version) }

  static func name(of platform: TargetPlatform, _ version: VersionNumbers) -> String {
    var numbers = version.numbers
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    let text = numbers.map(String.init).joined(separator: ".")
    switch platform {
    case .sqlite: return "SQLite \(version.numbers.map(String.init).joined(separator: "."))"
    case .android:
      let release = OperatingSystemSQLite.androidReleases[numbers.first ?? 0]
      return release.map { "Android \($0) (API \(text))" } ?? "Android API \(text)"
    default: return "\(platform.rawValue) \(text)"
    }
  }
}
