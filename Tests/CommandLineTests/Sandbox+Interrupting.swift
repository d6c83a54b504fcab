import Foundation
import Testing

extension Sandbox {
  /// Starts the command, and interrupts it shortly after it has printed the text. A process that hangs is killed.
  ///
  /// - Returns: the output.
  func interrupt(
    _ arguments: [String], environment: [String: String]? = nil, with number: Int32,
    once isReady: () throws -> Bool
  ) throws -> String {
    let products = try #require(Self.products)
    let process = Process()
    process.executableURL = products.appendingPathComponent("sqlscripts")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    if let environment { process.environment = environment }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let watch = DispatchWorkItem {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: watch)
    let deadline = Date().addingTimeInterval(290)
    var isAwaited = true
    while isAwaited, Date() < deadline {
      isAwaited = try !isReady()
      Thread.sleep(forTimeInterval: 0.02)
    }
    #expect(!isAwaited, "the command was never ready to be interrupted")
    Thread.sleep(forTimeInterval: 0.2)
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    watch.cancel()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    // A shell reports it as 130 and 143.
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
    return said
  }
}
