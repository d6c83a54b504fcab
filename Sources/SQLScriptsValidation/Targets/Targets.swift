import SQLScriptsDiagnostics
import SQLScriptsFiles

/// The systems that an app supports, each with its oldest version.
package struct Targets: Sendable, Hashable {
  /// The targets, sorted by platform.
  package private(set) var all: [Target] = []

  /// Creates an empty list of targets, for which no feature is too new.
  package init() {}

  /// Creates targets from the settings, without the invalid ones. `reading` reports those.
  package init(_ settings: BundleSettings) {
    for platform in TargetPlatform.allCases {
      guard let version = settings.targets[platform.rawValue],
        let target = Target(platform, version)
      else { continue }
      add(target)
    }
  }

  package var isEmpty: Bool { all.isEmpty }

  /// The target with the oldest SQLite, which decides what scripts may use.
  package var binding: Target? {
    all.min { ($0.sqlite, order($0)) < ($1.sqlite, order($1)) }
  }

  /// The targets as they are written in the settings.
  package var settings: [String: String] {
    var settings: [String: String] = [:]
    for target in all {
      settings[target.platform.rawValue] =
        target.version.numbers.map(String.init).joined(separator: ".")
    }
    return settings
  }

  mutating func add(_ target: Target) {
    let others = all.filter { $0.platform != target.platform }
    all = (others + [target]).sorted { order($0) < order($1) }
  }

  private func order(_ target: Target) -> Int {
    TargetPlatform.allCases.firstIndex(of: target.platform) ?? 0
  }
}
