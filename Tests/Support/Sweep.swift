#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How much of a long sweep runs: a part of it in `Tools/test`, all of it in `Tools/test --all`.
package enum Sweep {
  /// Whether `SQLSCRIPTS_SWEEP=all` is set, as `Tools/test --all` does.
  package static var isComplete: Bool {
    getenv("SQLSCRIPTS_SWEEP").map { String(cString: $0) } == "all"
  }

  /// At most `count` elements, evenly spread, with the last one; all of them in a complete sweep.
  package static func part<Element>(of elements: [Element], atMost count: Int) -> [Element] {
    guard !isComplete, elements.count > count else { return elements }
    return (1...count).map { elements[$0 * elements.count / count - 1] }
  }
}
