import Foundation
import Testing

/// `validate --watch`, as a user runs it in a window next to the editor.
struct WatchTests {
  /// The output of a process so far.
  private final class Reader: @unchecked Sendable {
    private let condition = NSCondition()
    private var text = ""

    init(_ handle: FileHandle) {
      handle.readabilityHandler = { [weak self] handle in
        guard let self else { return }
        let data = handle.availableData
        if data.isEmpty { handle.readabilityHandler = nil }
        condition.lock()
        text += String(decoding: data, as: UTF8.self)
        condition.broadcast()
        condition.unlock()
      }
    }

    /// Waits until that many parts of the output end with the words; false after five minutes, when it hangs.
    func waits(for words: String, times: Int) -> Bool {
      let deadline = Date().addingTimeInterval(300)
      condition.lock()
      defer { condition.unlock() }
      while text.components(separatedBy: words).count <= times {
        guard condition.wait(until: deadline) else { return false }
      }
      return true
    }
  }

  @Test func `a change is validated, and Ctrl-C stops the command`() throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let products = try #require(Sandbox.products)
    try sandbox.write("[ \"CREATE TABLE a (b)\", ]\n", to: "SQLScripts/sql_default.json")
    let process = Process()
    process.executableURL = products.appendingPathComponent("sqlscripts")
    process.arguments = ["validate", "--watch"]
    process.currentDirectoryURL = sandbox.folder
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    let (said, waiting) = (Reader(output.fileHandleForReading), Reader(error.fileHandleForReading))
    // A background job of a shell ignores SIGINT, and so would this process.
    signal(SIGINT, SIG_DFL)
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    #expect(said.waits(for: "1 error in 1 script", times: 1))
    #expect(waiting.waits(for: "Waiting for a change", times: 1))
    // A file that is not part of the bundle is ignored.
    try sandbox.write("x", to: "SQLScripts/notes.txt")
    try sandbox.write("[ \"CREATE TABLE a (b)\" ]\n", to: "SQLScripts/sql_default.json")
    #expect(said.waits(for: "1 script passed", times: 1))
    #expect(waiting.waits(for: "Waiting for a change", times: 2))
    process.interrupt()
    process.waitUntilExit()
    // A shell reports it as 130.
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGINT)
  }
}
