import SQLScriptsDiagnostics
import SQLScriptsReporting
import Testing

struct HumanRendererTests {
  private let plist = Sample(
    """
    <array>
      <string>CREATE TABLE user_info (id INTEGER)</string>
      <string>ALTER TABLE usr_info
        ADD COLUMN age INTEGER,
        ADD COLUMN sex TEXT</string>
    </array>
    """)

  @Test func `a finding shows its line, reason and help`() {
    let finding = Diagnostic(
      "no-such-table", .error, "no table named “usr_info”",
      at: plist.span("usr_info"),
      label: "no script before creates it", why: "a table must exist before it is altered.",
      help: "write “user_info”.")
    #expect(
      HumanRenderer().text(finding) == """
        error[no-such-table]: no table named “usr_info”
         --> sql_update_2.plist:3:23
          |
        3 |   <string>ALTER TABLE usr_info
          |                       ^^^^^^^^ no script before creates it
          |
          = why:  a table must exist before it is altered.
          = help: write “user_info”.

        """)
  }

  @Test func `a related place has its own excerpt`() {
    let finding = Diagnostic(
      "unused-table", .warning, "Nothing uses “sex”", at: plist.span("sex"),
      help: "remove it, or\nsay why:\n  -- why",
      related: [.init(span: plist.span("user_info"), message: "the table is made here")])
    #expect(
      HumanRenderer().text(finding) == """
        warning[unused-table]: Nothing uses “sex”
         --> sql_update_2.plist:5:16
          |
        5 |     ADD COLUMN sex TEXT</string>
          |                ^^^
         ::: sql_update_2.plist:2:24
          |
        2 |   <string>CREATE TABLE user_info (id INTEGER)</string>
          |                        ^^^^^^^^^ the table is made here
          |
          = help: remove it, or
          =       say why:
          =         -- why

        """)
  }

  @Test func `a finding that spans many lines shows the first and the last`() {
    let finding = Diagnostic(
      "syntax-error", .error, "SQLite does not understand this statement",
      at: plist.span(from: "ALTER TABLE", through: "sex TEXT"), label: "this statement")
    #expect(
      HumanRenderer().text(finding) == """
        error[syntax-error]: SQLite does not understand this statement
         --> sql_update_2.plist:3:11
          |
        3 |   <string>ALTER TABLE usr_info
          |           ^^^^^^^^^^^^^^^^^^^^ this statement
        ...
        5 |     ADD COLUMN sex TEXT</string>
          |     ^^^^^^^^^^^^^^^^^^^

        """)
  }

  @Test func `a finding that ends at its line ending shows one line`() {
    let finding = Diagnostic("x", .error, "X", at: plist.span("usr_info\n"))
    #expect(
      HumanRenderer().text(finding) == """
        error[x]: X
         --> sql_update_2.plist:3:23
          |
        3 |   <string>ALTER TABLE usr_info
          |                       ^^^^^^^^

        """)
  }

  @Test func `a finding about a name has no excerpt`() {
    let finding = Diagnostic(
      "unknown-file-name", .error, "“sql_update2.plist” would never run",
      at: SourceSpan(ofFile: "sql_update2.plist"),
      label: "an underscore is missing before the number", help: "rename it.")
    #expect(
      HumanRenderer().text(finding) == """
        error[unknown-file-name]: “sql_update2.plist” would never run
         --> sql_update2.plist
          = an underscore is missing before the number
          = help: rename it.

        """)
  }

  @Test func `line numbers of several digits are aligned`() {
    let long = Sample((1...100).map { "line \($0)\n" }.joined())
    let finding = Diagnostic(
      "x", .error, "X", at: long.span("line 9\n"), help: "do.",
      related: [.init(span: long.span("100"), message: "there")])
    #expect(
      HumanRenderer().text(finding) == """
        error[x]: X
           --> sql_update_2.plist:9:1
            |
          9 | line 9
            | ^^^^^^
           ::: sql_update_2.plist:100:6
            |
        100 | line 100
            |      ^^^ there
            |
            = help: do.

        """)
  }

  @Test func `parts of the output have roles, which a painter styles`() {
    let markup = Painter { text, style in "{\(style.rawValue)}\(text){/}" }
    let finding = Diagnostic("x", .warning, "X", at: plist.span("sex"), help: "do.")
    #expect(
      HumanRenderer().text(finding, painter: markup) == """
        {warning}warning[x]{/}{emphasis}: X{/}
        {lineNumber} --> {/}{path}sql_update_2.plist:5:16{/}
        {lineNumber}  |{/}
        {lineNumber}5 |{/}     ADD COLUMN sex TEXT</string>
        {lineNumber}  |{/}                {warning}^^^{/}
        {lineNumber}  |{/}
        {lineNumber}  = {/}{emphasis}help:{/} do.

        """)
    #expect(Painter.ansi.text(StyledText("a", .error)) == "\u{1B}[1;31ma\u{1B}[0m")
  }

  @Test func `the short form is one line with the same place`() {
    let finding = Diagnostic("x", .warning, "Two\nlines", at: plist.span("sex"), help: "do.")
    #expect(
      ConciseRenderer().text(finding) == "sql_update_2.plist:5:16: warning: Two lines. do. [x]")
  }
}
