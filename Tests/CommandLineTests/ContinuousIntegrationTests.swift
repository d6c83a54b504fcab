import Foundation
import Testing

/// The commands in Documentation/ContinuousIntegration.md and `.pre-commit-hooks.yaml`.
struct ContinuousIntegrationTests {
  private static func text(_ path: String) throws -> String {
    try String(
      contentsOf: Sandbox.repository.appendingPathComponent(path), encoding: .utf8)
  }

  private static func blocks(_ language: String) throws -> [String] {
    try text("Documentation/ContinuousIntegration.md")
      .components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// The steps `run: |` of a workflow, by their names.
  private static func steps(of workflow: String) -> [(name: Substring, script: String)] {
    workflow.matches(of: #/- name: (.+)\n(?: +if: .+\n)? +run: \|\n((?: {10}.+\n)+)/#)
      .map { ($0.1, "\($0.2)") }
  }

  /// A sandbox with the demo bundle.
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try FileManager.default.copyItem(
      at: Sandbox.repository.appendingPathComponent("SQLScripts"),
      to: sandbox.folder.appendingPathComponent("SQLScripts"))
    return sandbox
  }

  private static let broken = "printf 'CREATE TABLE a (b;' > SQLScripts/sql_update_4.sql"

  @Test func `the workflow finds a broken script and migrates old databases`() throws {
    let workflow = try #require(Self.blocks("yaml").first { $0.contains("jobs:") })
    let steps = Self.steps(of: workflow)
    #expect(steps.count == 3)
    let sandbox = try Self.sandbox()
    defer { sandbox.remove() }
    let old = try sandbox.run(
      "mkdir -p Tests/Databases temp && sqlscripts migrate --to 1 Tests/Databases/v1.sqlite")
    #expect(old.status == 0, "\(old.stderr)")
    for step in steps {
      let output = try sandbox.run("set -eu; RUNNER_TEMP=$PWD/temp\n\(step.script)")
      #expect(output.status == 0, "\(step.name): \(output.stdout)\(output.stderr)")
    }
    _ = try sandbox.run(Self.broken)
    for step in steps {
      let output = try sandbox.run("set -eu; RUNNER_TEMP=$PWD/temp\n\(step.script)")
      #expect(output.status == 1, "\(step.name): \(output.stdout)\(output.stderr)")
    }
  }

  @Test func `the jobs write their reports where the CI reads them`() throws {
    let workflow = try #require(Self.blocks("yaml").first { $0.contains("jobs:") })
    let job = try #require(Self.blocks("yaml").first { $0.contains("reports:") })
    let sandbox = try Self.sandbox()
    defer { sandbox.remove() }
    _ = try sandbox.run(Self.broken)
    let steps = Self.steps(of: workflow)
    let report = try #require(steps.first { $0.name == "Report" }?.script)
    _ = try sandbox.run(report)
    let file = try #require(workflow.firstMatch(of: #/sarif_file: (.+)/#)?.1)
    #expect(try sandbox.run("grep -c '\"version\": \"2.1.0\"' \(file)").status == 0)
    let line = try #require(job.firstMatch(of: #/- (sqlscripts validate .+)/#)?.1)
    #expect(try sandbox.run("\(line)").status == 1)
    let suite = try #require(job.firstMatch(of: #/junit: (.+)/#)?.1)
    #expect(try sandbox.run("grep -c '<testsuites ' \(suite)").status == 0)
  }

  private static let readsYAML: Bool = {
    guard let sandbox = try? Sandbox() else { return false }
    defer { sandbox.remove() }
    return (try? sandbox.run("python3 -c 'import yaml'"))?.status == 0
  }()

  @Test(.enabled(if: ContinuousIntegrationTests.readsYAML, "Python has no YAML module here"))
  func `the workflow and the hooks are YAML`() throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let texts =
      try Self.blocks("yaml") + [".pre-commit-hooks.yaml", "action.yml", ".spi.yml"].map(Self.text)
    #expect(texts.count == 8)
    for text in texts {
      try sandbox.write(text, to: "a.yaml")
      let output = try sandbox.run("python3 -c 'import yaml; yaml.safe_load(open(\"a.yaml\"))'")
      #expect(output.status == 0, "\(output.stderr)")
    }
  }

  @Test func `the Git hook validates the staged files`() throws {
    let hook = try #require(Self.blocks("sh").first)
    let sandbox = try Self.sandbox()
    defer { sandbox.remove() }
    try sandbox.write(hook, to: "hooks/pre-commit")
    let commit = "git -c user.name=A -c user.email=a@example.com commit --quiet --message A"
    let start = try sandbox.run(
      "chmod +x hooks/pre-commit && git init --quiet . && git config core.hooksPath hooks"
        + " && git add SQLScripts && \(commit)")
    #expect(start.status == 0, "\(start.stdout)\(start.stderr)")

    let unstaged = try sandbox.run(
      "\(Self.broken) && echo A > a.txt && git add a.txt && \(commit)")
    #expect(unstaged.status == 0, "\(unstaged.stdout)\(unstaged.stderr)")

    let staged = try sandbox.run("git add SQLScripts && rm SQLScripts/sql_update_4.sql; \(commit)")
    #expect(staged.status == 1)
    #expect((staged.stdout + staged.stderr).contains("SQLScripts/sql_update_4.sql:1:"))
  }

  @Test func `the workflow gives the action only inputs that it has`() throws {
    let workflow = try #require(Self.blocks("yaml").first { $0.contains("jobs:") })
    let given = try #require(workflow.firstMatch(of: #/SQLScripts@.+\n +with:\n +(\w+): /#)?.1)
    let action = try Self.text("action.yml")
    let inputs = action.matches(of: #/(?m)^  (\w+):\n    description:/#).map { $0.1 }
    #expect(inputs == ["scripts", "arguments"] && inputs.contains(given))
    let page = try Self.text("Documentation/ContinuousIntegration.md")
    for input in inputs {
      #expect(page.contains("| `\(input)` |"))
      #expect(action.contains("${{ inputs.\(input) }}"))
    }
  }

  @Test func `the package index documents every library`() throws {
    let targets = try #require(
      Self.text(".spi.yml").firstMatch(of: #/documentation_targets: \[(.+)\]/#)?.1)
    let manifest = try Self.text("Package.swift")
    let libraries = manifest.matches(of: #/\.library\(name: "(\w+)"/#).map { $0.1 }
    #expect(targets.split(separator: ", ") == libraries)
  }

  @Test func `the pre-commit hook runs for scripts and settings`() throws {
    let definition = try Self.text(".pre-commit-hooks.yaml")
    let files = try #require(definition.firstMatch(of: #/files: (.+)/#)?.1)
    let pattern = try Regex(String(files))
    for name in [
      "sql_default.plist", "SQLScripts/sql_update_2_add-age.json", "a b/SQL_Update_3.sql",
      "SQLScripts/sqlscripts.json", "sqlscripts.lock", "sqldefault.plist",
    ] {
      #expect(name.contains(pattern), "\(name)")
    }
    for name in ["README.md", "SQLScripts/readme.txt", "my_sql_default.sql", "sql_update_2/a.md"] {
      #expect(!name.contains(pattern), "\(name)")
    }
    let entry = try #require(definition.firstMatch(of: #/entry: Tools\/hook (.+)/#)?.1)
    let sandbox = try Self.sandbox()
    defer { sandbox.remove() }
    #expect(try sandbox.run("sqlscripts \(entry) --scripts SQLScripts").status == 0)
  }
}
