import Foundation

/// A process that runs one closure and reports the result to its parent as text.
struct Witness {
  private let child: Child
  private let output: Int32

  /// Starts the process. No connection may be open.
  ///
  /// - Parameter body: returns the report; empty for none.
  init(within seconds: UInt32 = 60, _ body: @escaping () throws -> String) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Child.CannotStart() }
    let (reading, writing) = (ends[0], ends[1])
    defer { close(writing) }
    child = try Child(within: seconds) {
      close(reading)
      let words: String
      do {
        words = try body()
      } catch {
        words = "\(error)"
      }
      let bytes = Array(words.utf8.prefix(4000))
      return write(writing, bytes, bytes.count) == bytes.count ? 0 : 71
    }
    output = reading
  }

  /// Waits for the end of the process.
  ///
  /// - Returns: how it ended, and its report.
  func end() -> (Child.End, String) {
    defer { close(output) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return (child.wait(), String(decoding: bytes, as: UTF8.self))
  }

  /// Waits for the end of the process.
  ///
  /// - Returns: its report, or that it did not end normally; nil for no report.
  func violation() -> String? {
    let (end, words) = end()
    guard end == .exited(0) else { return "a process \(end)\(words.isEmpty ? "" : ": \(words)")" }
    return words.isEmpty ? nil : words
  }
}
