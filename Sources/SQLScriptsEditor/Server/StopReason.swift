/// Why the server stops. The page shows it.
package enum StopReason: String, Sendable {
  /// Ctrl-C or `kill`.
  case interrupted
  /// No call for a long time.
  case idle
  /// The last page was closed.
  case closed
  /// No page connected after the start.
  case neverOpened = "never-opened"
}
