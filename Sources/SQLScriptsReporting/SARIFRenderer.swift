import SQLScriptsDiagnostics

/// Renders diagnostics as a SARIF 2.1.0 log, which GitHub, GitLab and editors can read.
///
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
package struct SARIFRenderer: Sendable {
  /// The description of a rule in the log.
  package struct Rule: Sendable {
    package var id: String
    package var severity: Diagnostic.Severity
    /// The problem that it finds, in one sentence.
    package var summary: String
    /// The consequences of the problem.
    package var why: String
    /// How to fix it, as Markdown.
    package var help: String

    package init(
      id: String, severity: Diagnostic.Severity, summary: String, why: String, help: String
    ) {
      self.id = id
      self.severity = severity
      self.summary = summary
      self.why = why
      self.help = help
    }
  }

  /// The base of relative URIs, with the name that GitHub and Microsoft's tools use.
  static let base = "%SRCROOT%"

  let folder: WorkingFolder
  private let toolVersion: String
  private let rules: [Rule]

  /// - Parameters:
  ///   - toolVersion: the version of this tool, for the log.
  ///   - rules: all rules that were checked.
  ///   - folder: the folder of relative names, and the base of the log's URIs.
  package init(toolVersion: String, rules: [Rule], folder: WorkingFolder) {
    self.toolVersion = toolVersion
    self.rules = rules
    self.folder = folder
  }

  /// The log of one run.
  ///
  /// - Parameters:
  ///   - problem: the reason why the run could not do its work, if it could not.
  ///   - exitCode: the exit status of the process.
  package func document(
    _ diagnostics: [Diagnostic], problem: String? = nil, exitCode: Int = 0
  ) -> JSONText {
    var rules = rules.map(Self.descriptor)
    var indexes: [String: Int] = [:]
    for (index, rule) in self.rules.enumerated() { indexes[rule.id] = index }
    // Every result needs a rule, even one without a description.
    for diagnostic in diagnostics where indexes[diagnostic.id] == nil {
      indexes[diagnostic.id] = rules.count
      rules.append(["id": .string(diagnostic.id)])
    }
    var fingerprints = SARIFFingerprints(folder: folder)
    let results = diagnostics.map {
      result($0, ruleIndex: indexes[$0.id] ?? -1, fingerprint: fingerprints.next($0))
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "sqlscripts",
              "version": .string(toolVersion),
              "semanticVersion": .string(toolVersion),
              "rules": .array(rules),
            ]
          ],
          "invocations": [Self.invocation(problem, exitCode)],
          "columnKind": "unicodeCodePoints",
          "originalUriBaseIds": [
            Self.base: ["description": ["text": "The folder in which sqlscripts was run."]]
          ],
          "results": .array(results),
        ]
      ],
    ]
  }

  private static func invocation(_ problem: String?, _ exitCode: Int) -> JSONText {
    let notifications = problem.map { problem -> [JSONText] in
      [["level": "error", "message": ["text": .string(VisibleText.oneLine(problem))]]]
    }
    return [
      "executionSuccessful": .bool(problem == nil),
      "exitCode": .int(exitCode),
      "toolExecutionNotifications": .array(notifications ?? []),
    ]
  }

  private static func descriptor(_ rule: Rule) -> JSONText {
    [
      "id": .string(rule.id),
      "shortDescription": ["text": .string(rule.summary)],
      "fullDescription": ["text": .string("\(rule.summary) \(rule.why)")],
      "help": ["text": .string(rule.why), "markdown": .string(rule.help)],
      "defaultConfiguration": ["level": .string(rule.severity.compilerWord)],
    ]
  }
}
