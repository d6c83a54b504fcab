import SQLScriptsDiagnostics
import SQLScriptsReporting
import Testing

/// The formats for programs: workflow commands, Xcode's lines, JUnit reports.
struct MachineRendererTests {
  private let folder = WorkingFolder("/Users/me/App, 1")
  private let sample = Sample("[\n  \"SELECT 1\"\n  \"SELECT 2\"\n]\n", name: "S/sql_update_2.json")

  private func finding(
    _ severity: Diagnostic.Severity = .error, _ message: String = "Two\nlines: 100 %, [x]",
    at text: String = "SELECT 2"
  ) -> Diagnostic {
    Diagnostic("some-rule", severity, message, at: sample.span(text), why: "a, b.", help: "do: c.")
  }

  @Test func `a workflow command has everything on one line`() {
    #expect(
      GitHubRenderer().text(finding())
        == "::error file=S/sql_update_2.json,line=3,col=4,endLine=3,endColumn=12,title=some-rule"
        + "::Two%0Alines: 100 %25, [x]%0Aa, b.%0Ado: c.")
    #expect(GitHubRenderer().text(finding(.warning)).hasPrefix("::warning file="))
    #expect(GitHubRenderer().text(finding(.info)).hasPrefix("::notice file="))
  }

  @Test func `GitHub gets the start of a finding that spans many lines`() {
    let line = GitHubRenderer().text(finding(at: "SELECT 1\"\n  \"SELECT 2"))
    #expect(line.hasPrefix("::error file=S/sql_update_2.json,line=2,col=4,title=some-rule::"))
  }

  @Test func `a property of a workflow command is delimited correctly`() {
    let hostile = Sample("x", name: "a,line=9:::error::b%\r\nc.json")
    let line = GitHubRenderer().text(Diagnostic("x", .error, "X", at: hostile.span("x")))
    #expect(
      line == "::error file=a%2Cline=9%3A%3A%3Aerror%3A%3Ab%25 c.json,line=1,col=1,endLine=1,"
        + "endColumn=2,title=x::X")
  }

  @Test func `Xcode gets absolute paths and the words that compilers use`() {
    let renderer = XcodeRenderer(folder: folder)
    #expect(
      renderer.text(finding())
        == "/Users/me/App, 1/S/sql_update_2.json:3:4: error: Two lines: 100 %, [x]. do: c. [some-rule]"
    )
    #expect(renderer.text(finding(.info)).contains(":3:4: note: "))
    let absolute = Sample("x", name: "/tmp/./a/x.json")
    #expect(
      renderer.text(Diagnostic("x", .warning, "X", at: absolute.span("x")))
        == "/tmp/a/x.json:1:1: warning: X [x]")
  }

  @Test func `a JUnit report has a case for each file, with at most one failure`() {
    let report = JUnitRenderer(failOn: .error).text(
      [finding(), finding(.warning, "W"), finding(.error, "<E>")],
      files: ["S/sql_default.json", "S/sql_update_2.json"])
    #expect(
      report == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="sqlscripts validate" tests="2" failures="1" errors="0">
          <testsuite name="sqlscripts validate" tests="2" failures="1" errors="0" skipped="0">
            <testcase classname="sqlscripts" name="S/sql_default.json" file="S/sql_default.json"/>
            <testcase classname="sqlscripts" name="S/sql_update_2.json" file="S/sql_update_2.json">
              <failure message="Two lines: 100 %, [x] (and 1 more)" type="some-rule">\
        S/sql_update_2.json:3:4: error: Two lines: 100 %, [x] [some-rule]
          a, b.
          do: c.
        S/sql_update_2.json:3:4: error: &lt;E&gt; [some-rule]
          a, b.
          do: c.</failure>
              <system-out>S/sql_update_2.json:3:4: warning: W [some-rule]
          a, b.
          do: c.</system-out>
            </testcase>
          </testsuite>
        </testsuites>
        """)
  }

  @Test
  func
    `a finding that fails a run fails its case, and files that are not scripts have a case, too`()
  {
    let warning = finding(.warning)
    #expect(JUnitRenderer(failOn: .error).text([warning], files: []).contains("failures=\"0\""))
    #expect(JUnitRenderer(failOn: .warning).text([warning], files: []).contains("failures=\"1\""))
    let never = JUnitRenderer(failOn: nil).text([finding()], files: [])
    #expect(never.contains("tests=\"1\" failures=\"0\""))
    #expect(never.contains("<system-out>"))
  }

  @Test func `XML contains no control characters and no markup from a message`() {
    #expect(
      XMLText.escaped("a<b>&\"'\t\n\r\0\u{1B}\u{7F}\u{9B}\u{FFFE}\u{FFFF}é😀")
        == "a&lt;b&gt;&amp;&quot;&apos;\t\n&#13;\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}é😀")
  }

  @Test func `a working folder turns names into paths and URIs`() {
    #expect(folder.uri(of: "S/a b%.json") == ("S/a%20b%25.json", true))
    #expect(folder.uri(of: "./S//é:.json") == ("S/%C3%A9%3A.json", true))
    #expect(folder.uri(of: "/Users/me/App, 1/x.json") == ("x.json", true))
    #expect(folder.uri(of: "/x.json") == ("file:///x.json", false))
    #expect(
      folder.uri(of: "../x.json") == ("file:///Users/me/App%2C%201/../x.json", false))
    #expect(folder.uri(of: ".") == ("file:///Users/me/App%2C%201", false))
    #expect(folder.absolutePath(of: "../x.json") == "/Users/me/App, 1/../x.json")
    #expect(WorkingFolder("/").absolutePath(of: "x") == "/x")
    #expect(WorkingFolder("/").uri(of: "x") == ("x", true))
  }
}
