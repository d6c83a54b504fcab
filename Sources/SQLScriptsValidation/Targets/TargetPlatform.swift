/// A system that an app supports, with its name in `targets` of the settings.
package enum TargetPlatform: String, Sendable, Hashable, CaseIterable {
  case iOS, macOS, tvOS, watchOS, visionOS
  /// Counted by API level, as in a build file: 30, not 11.
  case android
  /// SQLite itself, for an app that includes its own copy: "3.32".
  case sqlite

  /// Whether it is a system by Apple.
  var isApple: Bool { self != .android && self != .sqlite }
}
