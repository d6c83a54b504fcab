import SQLScriptsDiagnostics
import Testing

@testable import SQLScriptsReporting

/// The advice in formats with one line per finding.
struct AdviceTests {
  private func text(_ message: String, _ help: String?) -> String {
    let sample = Sample("x", name: "f")
    let finding = Diagnostic("r", .error, message, at: sample.span("x"), help: help)
    let concise = ConciseRenderer().text(finding)
    let xcode = XcodeRenderer(folder: WorkingFolder("/")).text(finding)
    #expect(xcode == "/" + concise)
    return String(concise.dropFirst("f:1:1: error: ".count))
  }

  @Test func `the first sentence of the advice follows the message`() {
    #expect(text("no table named “a”", "Write “b”.") == "no table named “a”. Write “b”. [r]")
    #expect(text("wrong", "Do this. Then that.") == "wrong. Do this. [r]")
    #expect(text("wrong", "Do this.\nThen that.") == "wrong. Do this. [r]")
    #expect(text("is it wrong?", "No.") == "is it wrong? No. [r]")
    #expect(text("wrong", nil) == "wrong [r]")
    #expect(text("wrong", "") == "wrong [r]")
  }

  @Test func `a number, a name or a quoted text does not end the sentence`() {
    #expect(text("wrong", "Write 3.5 in a.sql. Save it.") == "wrong. Write 3.5 in a.sql. [r]")
    #expect(text("wrong", "Write “A. B”. Save it.") == "wrong. Write “A. B”. [r]")
    #expect(text("wrong", "Use e.g. this one.") == "wrong. Use e.g. this one. [r]")
  }

  @Test func `long advice is whole, and given once`() {
    let long = "Write " + String(repeating: "x", count: 1000) + "."
    #expect(text("wrong", long) == "wrong. \(long) [r]")
    let sample = Sample("xyz", name: "f")
    let findings = ["x", "y", "z"].map {
      Diagnostic("r", .error, "wrong", at: sample.span($0), help: $0 == "z" ? "Do it." : long)
    }
    #expect(findings.withLongAdviceOnce.map(\.help) == [long, nil, "Do it."])
    let short = [findings[2], findings[2]].withLongAdviceOnce
    #expect(short.map(\.help) == ["Do it.", "Do it."])
  }
}
