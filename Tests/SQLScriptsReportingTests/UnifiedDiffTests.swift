import SQLScriptsDiagnostics
import SQLScriptsReporting
import Testing

struct UnifiedDiffTests {
  private func diff(_ before: String, _ after: String) -> String {
    UnifiedDiff(path: "f", before: Array(before.utf8), after: Array(after.utf8)).text
  }

  @Test(arguments: ["", "a", "a\n", "a\nb\n"])
  func `identical texts have no difference`(text: String) {
    #expect(diff(text, text) == "")
  }

  @Test func `a difference at the end of the file is shown like any other`() {
    #expect(diff("", "a\n") == "--- a/f\n+++ b/f\n@@ -0,0 +1 @@\n+a\n")
    #expect(diff("a\n", "") == "--- a/f\n+++ b/f\n@@ -1 +0,0 @@\n-a\n")
    #expect(
      diff("a", "a\n")
        == "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n")
  }

  @Test func `three lines surround a change, and close changes share a hunk`() {
    let lines = (1...30).map { "\($0)\n" }
    var changed = lines
    changed[9] = "x\n"
    changed[14] = "y\nz\n"
    changed[29] = ""
    #expect(
      diff(lines.joined(), changed.joined()) == """
        --- a/f
        +++ b/f
        @@ -7,12 +7,13 @@
         7
         8
         9
        -10
        +x
         11
         12
         13
         14
        -15
        +y
        +z
         16
         17
         18
        @@ -27,4 +28,3 @@
         27
         28
         29
        -30

        """)
  }

  @Test func `line endings are part of a line`() {
    #expect(diff("a\r\n", "b\r\n") == "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\r\n+b\r\n")
  }

  @Test func `files that are not text are only reported to differ`() {
    let text = UnifiedDiff(path: "f", before: [0xFF, 0xFE, 0x41, 0], after: [0x41]).text
    #expect(text == "Files a/f and b/f differ\n")
  }

  @Test func `a path has no leading slash`() {
    #expect(UnifiedDiff(path: "/f/g", before: [], after: [65]).text.hasPrefix("--- a/f/g\n"))
    #expect(UnifiedDiff(path: "./g", before: [], after: [65]).text.hasPrefix("--- a/g\n"))
  }
}
