import Foundation
import SQLScriptsDatabase
import Testing

/// The command as users and programs see it. `SQLSCRIPTS_RECORD=1` records the current output, and fails, so that
/// somebody reads the change before it counts.
struct ScenarioTests {
  private static let isRecording = ProcessInfo.processInfo.environment["SQLSCRIPTS_RECORD"] != nil

  @Test func `there are scenarios, and the command is built`() {
    #expect(Scenario.all.count > 10)
    #expect(Sandbox.products != nil)
  }

  @Test(arguments: Scenario.all)
  func scenario(_ scenario: Scenario) throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    var recorded = scenario
    var differs = false
    for (index, part) in scenario.parts.enumerated() {
      switch part {
      case .text: break
      case .needs("nobody"): if !Sandbox.canRunAsNobody { return }
      case .needs(let path): if !FileManager.default.fileExists(atPath: path) { return }
      case .demo:
        try FileManager.default.copyItem(
          at: Sandbox.repository.appendingPathComponent("SQLScripts"),
          to: sandbox.folder.appendingPathComponent("SQLScripts"))
      case .file(let path, let lines):
        try sandbox.write(lines.map { $0 + "\n" }.joined(), to: path)
      case .database(let path, let statements):
        let file = sandbox.folder.appendingPathComponent(path).path
        let connection = try Connection(path: file, mode: .create, busyTimeout: Milliseconds(0))
        for statement in statements { try connection.execute(statement) }
      case .step(let step):
        let output = try sandbox.run(step.command)
        let found = Scenario.Step(
          command: step.command, stdout: lines(output.stdout), stderr: lines(output.stderr),
          status: output.status)
        if Self.isRecording {
          if !step.isMet(by: found) {
            differs = true
            recorded.parts[index] = .step(found.withoutChance)
          }
          continue
        }
        let place: Comment = "\(scenario): \(step.command)"
        #expect(step.status == found.status, place)
        #expect(matches(step.stdout, found.stdout), "\(place)\n\(output.stdout)")
        #expect(matches(step.stderr, found.stderr), "\(place)\n\(output.stderr)")
      }
    }
    if differs {
      try recorded.text.write(to: scenario.url, atomically: false, encoding: .utf8)
      Issue.record("recorded \(scenario)")
    }
  }

  private func lines(_ text: String) -> [String] {
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  @Test func `a wildcard matches anything, but only at its place`() {
    #expect(matches(["a […] c"], ["a b c"]))
    #expect(matches(["[…]c"], ["c"]))
    #expect(!matches(["a […] c"], ["a b d"]))
    #expect(!matches(["a"], ["a", "b"]))
    #expect(!matches(["a.c"], ["abc"]))
  }
}

private func matches(_ expected: [String], _ found: [String]) -> Bool {
  expected.count == found.count && zip(expected, found).allSatisfy { matches($0, $1) }
}

/// Both sides as pieces: the first at the start, the last at the end, the others in order between them.
private func matches(_ expected: String, _ found: String) -> Bool {
  let pieces = expected.components(separatedBy: "[…]")
  guard pieces.count > 1 else { return expected == found }
  guard found.hasPrefix(pieces[0]) else { return false }
  var rest = found.dropFirst(pieces[0].count)
  for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
    guard let range = rest.range(of: piece) else { return false }
    rest = rest[range.upperBound...]
  }
  return rest.hasSuffix(pieces[pieces.count - 1])
}

extension Scenario.Step {
  fileprivate func isMet(by found: Scenario.Step) -> Bool {
    status == found.status && matches(stdout, found.stdout) && matches(stderr, found.stderr)
  }

  /// The output, with wildcards for the parts that differ each time.
  fileprivate var withoutChance: Scenario.Step {
    var step = self
    step.stdout = stdout.map(Self.withoutChance)
    step.stderr = stderr.map(Self.withoutChance)
    return step
  }

  private static func withoutChance(_ line: String) -> String {
    line.replacing(#/\d{4}-\d\d-\d\dT[\d:.]+Z/#, with: "[…]")
      .replacing(#/\d{8}T\d{6}\.\d{3}Z/#, with: "[…]")
      .replacing(#/\d+(?:\.\d+)? m?s\b/#, with: "[…]s")
      .replacing(#/\[…\] +\[…\]s/#, with: "[…]s")
      .replacing(#/APPLIED \(UTC\) +TIME/#, with: "APPLIED (UTC)[…]TIME")
      .replacing(#/("milliseconds": ?)[\d.]+/#) { "\($0.output.1)[…]" }
      .replacing(#/on SQLite \d[\d.]*/#, with: "on SQLite […]")
      .replacing(#/("sqlite": ?)"\d[\d.]*"/#) { "\($0.output.1)\"[…]\"" }
      .replacing(#/\/\S*sqlscripts 测试 [0-9A-Za-z]{6}/#, with: "[…]")
  }
}
