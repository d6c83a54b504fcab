import SQLScriptsAuthoring
import SQLScriptsFiles
import Testing

struct ScriptLabelTests {
  @Test(arguments: [
    ("Add age to users", "add-age-to-users"), ("  a  b  ", "a-b"), ("user's", "users"),
    ("a/b\\c:d.e", "a-b-c-d-e"), ("../../etc", "etc"), ("给用户 加年龄", "给用户-加年龄"),
    ("Größe ändern", "größe-ändern"), ("e\u{301}te", "e\u{301}te"), ("a\u{202E}b", "a-b"),
    ("a\0b", "a-b"), ("1 2", "1-2"), ("हिन्दी", "हिन्दी"), ("🎉 party", "party"),
  ])
  func `a sentence becomes a label`(sentence: String, label: String) {
    #expect(ScriptLabel.make(of: sentence) == label)
  }

  @Test(arguments: ["", "   ", "…", "🎉", "'"])
  func `an empty description has no label`(sentence: String) {
    #expect(ScriptLabel.make(of: sentence) == nil)
  }

  @Test func `a long sentence is cut between characters, and the file name fits a file system`()
    throws
  {
    let label = try #require(ScriptLabel.make(of: String(repeating: "中文 ", count: 200)))
    let name = ScriptName(kind: .update(.max), format: .plist, label: label)
    #expect(name.canonicalFileName.utf8.count < 200)
    #expect(ScriptName(name.canonicalFileName) == name)
  }
}
