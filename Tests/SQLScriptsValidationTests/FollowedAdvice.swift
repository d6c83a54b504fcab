import SQLScriptsDiagnostics

/// Does literally what the advice of a finding says, as a person without knowledge of SQL would.
enum FollowedAdvice {
  /// The file after following the advice; nil if the advice does not suggest a text.
  static func text(of finding: Diagnostic) -> [UInt8]? {
    let range = finding.span.range
    var bytes = Array(finding.span.file.bytes)
    guard let help = finding.help, range.upperBound <= bytes.count,
      let change = change(help, marked: String(decoding: bytes[range], as: UTF8.self))
    else { return nil }
    let isStatementInJSON =
      finding.span.file.name.hasSuffix(".json") && !finding.id.hasPrefix("json")
    let escape = { (text: String) in
      Array((isStatementInJSON ? text.replacing("\"", with: "\\\"") : text).utf8)
    }
    switch change {
    case .close(let quote, let text, let next):
      guard let place = place(after: text, before: next, in: bytes[range.lowerBound...]) else {
        return nil
      }
      bytes.insert(contentsOf: escape(quote), at: place)
    case .replace(let text): bytes.replaceSubrange(range, with: escape(text))
    case .replaceStart(let count, let text):
      bytes.replaceSubrange(range.lowerBound..<range.lowerBound + count, with: escape(text))
    case .insert(let text): bytes.insert(contentsOf: escape(text), at: range.lowerBound)
    case .delete: bytes.removeSubrange(range)
    }
    return bytes
  }

  private enum Change {
    case replace(String)
    case replaceStart(Int, String)
    /// Before the marked text.
    case insert(String)
    case delete
    /// A quote after a text that another one follows.
    case close(String, after: String, before: String)
  }

  private static func place(
    after text: String, before next: String, in bytes: ArraySlice<UInt8>
  ) -> Int? {
    let (text, next) = (Array(text.utf8), Array(next.utf8))
    return bytes.indices.first { start in
      let end = start + text.count
      guard end <= bytes.endIndex, bytes[start...].starts(with: text) else { return false }
      return bytes[end...].drop { $0 <= 0x20 }.starts(with: next)
    }.map { $0 + text.count }
  }

  private static func change(_ help: String, marked: String) -> Change? {
    if let match = help.wholeMatch(of: /Write (\S) after “([^”]+)”, before “([^”]+)”\./) {
      return .close(String(match.1), after: String(match.2), before: String(match.3))
    }
    if let match = help.wholeMatch(of: /Write “([^”]+)”\./) { return .replace(String(match.1)) }
    if let match = help.wholeMatch(of: /Write (\S+|'[^']+') here\./) {
      return .replace(String(match.1))
    }
    if let match = help.wholeMatch(of: /Write ([^“…]+), (?:with a period|without the unit)\./) {
      return .replace(String(match.1))
    }
    if let match = help.wholeMatch(of: /Write ([^“…]+) without quotes\./) {
      return .replace(String(match.1))
    }
    if let match = help.wholeMatch(of: /Write the date in quotes: ('[^']+')\./) {
      return .replace(String(match.1))
    }
    if let match = help.wholeMatch(of: /Write ('[^']+'|"[^"]+"|[A-Za-z0-9_.]+)\./) {
      // A word in place of a sign needs blanks around it.
      return .replace(marked == "," ? " \(match.1) " : String(match.1))
    }
    // A trigger without BEGIN also lacks END, which the next run reports.
    if let match = help.wholeMatch(of: /Write (a comma|[A-Z]+) before “([^”]+)”\./),
      match.2 == marked, match.1 != "BEGIN"
    {
      return .insert(match.1 == "a comma" ? ", " : match.1 + " ")
    }
    if let match = help.wholeMatch(of: /Replace “([^”]+)” with “([^”]+)”\..*/),
      marked.hasPrefix(String(match.1))
    {
      return .replaceStart(match.1.utf8.count, String(match.2))
    }
    if let match = help.wholeMatch(of: /Replace (\S+) with (\S+|a comma)\./), match.1 == marked {
      return .replace(match.2 == "a comma" ? "," : String(match.2))
    }
    if let match = help.wholeMatch(of: /Remove “([^”]+)”\./), match.1 == marked { return .delete }
    if help == "Add “,” here." { return .insert(",") }
    let deletions = [
      "Delete it.", "Delete the comma.", "Delete this <string>.", "Delete this </string>.",
    ]
    return deletions.contains(help) ? .delete : nil
  }
}
