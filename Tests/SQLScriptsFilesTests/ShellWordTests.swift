import Testing

@testable import SQLScriptsFiles

struct ShellWordTests {
  @Test(arguments: [
    ("scripts/sql_update_2.json", "scripts/sql_update_2.json"), ("", "''"),
    ("My App", "'My App'"), ("数据", "'数据'"), ("it's $HOME", #"'it'\''s $HOME'"#),
  ])
  func `what a shell would change is quoted`(text: String, quoted: String) {
    #expect(ShellWord.quoted(text) == quoted)
  }
}
