#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How much a test tries that could go on forever.
package enum TestSize {
  /// Whether `Tools/test --all` runs the tests.
  package static let isFull = getenv("SQLSCRIPTS_ALL") != nil

  /// The full size for `Tools/test --all`, the other one for `Tools/test`.
  package static func full<Size>(_ full: Size, quick: Size) -> Size { isFull ? full : quick }
}
