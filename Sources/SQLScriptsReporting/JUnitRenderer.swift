import SQLScriptsDiagnostics

/// Renders a run as a JUnit report, which CI servers show as a table of tests: one suite with one case per file.
///
/// A case has at most one `failure`, because many readers only show the first. It lists all findings that fail the run.
/// Other findings are in the case's `system-out`.
package struct JUnitRenderer: Sendable {
  private let failOn: Diagnostic.Severity?

  /// - Parameter failOn: the lowest severity that fails the run; nil if none does.
  package init(failOn: Diagnostic.Severity?) {
    self.failOn = failOn
  }

  /// The report.
  ///
  /// - Parameters:
  ///   - files: the names of the checked files. Other files with findings follow them.
  ///   - problem: the reason why the run could not do its work, if it could not.
  package func text(
    _ diagnostics: [Diagnostic], files: [String], problem: String? = nil
  ) -> String {
    var names = files
    var found: [String: [Diagnostic]] = [:]
    for diagnostic in diagnostics {
      let name = diagnostic.span.file.name
      if found[name] == nil, !files.contains(name) { names.append(name) }
      found[name, default: []].append(diagnostic)
    }
    var cases = names.map { self.case($0, found[$0] ?? []) }
    if let problem { cases.append(Self.error(problem)) }
    let failures = names.count { found[$0]?.contains(where: fails) == true }
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(problem == nil ? 0 : 1)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="sqlscripts validate" \(counts)>
        <testsuite name="sqlscripts validate" \(counts) skipped="0">
      \(cases.joined(separator: "\n"))
        </testsuite>
      </testsuites>
      """
  }

  private func fails(_ diagnostic: Diagnostic) -> Bool {
    failOn.map { diagnostic.severity.isAtLeast($0) } ?? false
  }

  private func `case`(_ name: String, _ diagnostics: [Diagnostic]) -> String {
    let file = XMLText.escaped(VisibleText.oneLine(name))
    let start = "    <testcase classname=\"sqlscripts\" name=\"\(file)\" file=\"\(file)\""
    guard !diagnostics.isEmpty else { return start + "/>" }
    var lines = [start + ">"]
    let failing = diagnostics.filter(fails)
    if let first = failing.first {
      let more = failing.count > 1 ? " (and \(failing.count - 1) more)" : ""
      let message = XMLText.escaped(VisibleText.oneLine(first.message) + more)
      let type = XMLText.escaped(VisibleText.oneLine(first.id))
      lines.append(
        "      <failure message=\"\(message)\" type=\"\(type)\">\(Self.list(failing))</failure>")
    }
    let others = diagnostics.filter { !fails($0) }
    if !others.isEmpty { lines.append("      <system-out>\(Self.list(others))</system-out>") }
    return (lines + ["    </testcase>"]).joined(separator: "\n")
  }

  /// The case of a run that could not do its work.
  private static func error(_ problem: String) -> String {
    let message = XMLText.escaped(VisibleText.oneLine(problem))
    return """
          <testcase classname="sqlscripts" name="sqlscripts validate">
            <error message="\(message)" type="error"/>
          </testcase>
      """
  }

  /// Each finding on its line, with its advice below.
  private static func list(_ diagnostics: [Diagnostic]) -> String {
    let lines = diagnostics.flatMap { diagnostic in
      let remarks = [diagnostic.why, diagnostic.help].compactMap { $0 }
        .flatMap { $0.split(whereSeparator: \.isNewline) }
      var head = diagnostic
      head.help = nil
      return [ConciseRenderer().text(head)]
        + remarks.map { "  " + VisibleText.oneLine(String($0)) }
    }
    return XMLText.escaped(lines.joined(separator: "\n"))
  }
}
