/// A system that an app supports, as `targets` in the settings names it.
package enum TargetPlatform: String, Sendable, Hashable, CaseIterable {
  case iOS, macOS, tvOS, watchOS, visionOS
  /// Counted by API level, as in a build file: 30, not 11.
  case android
  /// SQLite itself, where the app brings its own: "3.32".
  case sqlite

  /// Whether it is one of Apple's.
  var isApple: Bool { self != .android && self != .sqlite }
}
