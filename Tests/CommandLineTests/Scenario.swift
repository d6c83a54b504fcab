import Foundation

/// A file with a scenario: existing files, commands, and their expected output.
///
/// ```text
/// The description of the scenario.
/// ==== demo                              the demo bundle as SQLScripts/
/// ==== file a/b.sql                      a file with the following lines
/// ==== database a.sqlite                 statements, one per line, that another program runs on it
/// ==== $ sqlscripts migrate a.sqlite     a line of shell; its stdout follows
/// ==== stderr                            empty, unless this is there
/// ==== exit 1                            0, unless this is there
/// ```
///
/// `[…]` matches anything up to the text that follows it, or to the end of the line.
/// `==== needs nobody` skips the scenario if only root can run the command, and
/// `==== needs /dev/full` if this file does not exist.
struct Scenario: CustomStringConvertible {
  struct Step {
    var command: String
    var stdout: [String] = []
    var stderr: [String] = []
    var status: Int32 = 0
  }

  enum Part {
    /// Lines that are kept unchanged: the description of the scenario.
    case text([String])
    case demo
    /// `nobody`, or a path that must exist.
    case needs(String)
    case file(path: String, lines: [String])
    case database(path: String, statements: [String])
    case step(Step)
  }

  let url: URL
  var parts: [Part]

  var description: String { url.deletingPathExtension().lastPathComponent }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Scenarios")

  static let all: [Scenario] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().compactMap {
      try? Scenario(url: folder.appendingPathComponent($0))
    }
  }()

  init(url: URL) throws {
    self.url = url
    parts = Self.parse(try String(contentsOf: url, encoding: .utf8))
  }

  private static func parse(_ text: String) -> [Part] {
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    var parts: [Part] = []
    var block: [String] = []
    var marker: String?
    func close() {
      guard let marker else {
        if !block.isEmpty { parts.append(.text(block)) }
        return
      }
      if marker == "demo" {
        parts.append(.demo)
      } else if marker.hasPrefix("needs ") {
        parts.append(.needs(String(marker.dropFirst(6))))
      } else if marker.hasPrefix("file ") {
        parts.append(.file(path: String(marker.dropFirst(5)), lines: block))
      } else if marker.hasPrefix("database ") {
        parts.append(.database(path: String(marker.dropFirst(9)), statements: block))
      } else if marker.hasPrefix("$ ") {
        parts.append(.step(Step(command: String(marker.dropFirst(2)), stdout: block)))
      } else if case .step(var step)? = parts.last {
        if marker == "stderr" { step.stderr = block }
        if marker.hasPrefix("exit ") { step.status = Int32(marker.dropFirst(5)) ?? -1 }
        parts[parts.count - 1] = .step(step)
      }
    }
    for line in lines {
      if line.hasPrefix("==== ") {
        close()
        marker = String(line.dropFirst(5))
        block = []
      } else {
        block.append(line)
      }
    }
    close()
    return parts
  }

  /// The scenario as the text of its file.
  var text: String {
    var lines: [String] = []
    for part in parts {
      switch part {
      case .text(let text): lines += text
      case .demo: lines.append("==== demo")
      case .needs(let what): lines.append("==== needs \(what)")
      case .file(let path, let text): lines += ["==== file \(path)"] + text
      case .database(let path, let statements): lines += ["==== database \(path)"] + statements
      case .step(let step):
        lines += ["==== $ \(step.command)"] + step.stdout
        if !step.stderr.isEmpty { lines += ["==== stderr"] + step.stderr }
        if step.status != 0 { lines.append("==== exit \(step.status)") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
