import SQLScriptsDiagnostics
import SQLScriptsReporting
import Testing

struct JSONTextTests {
  private let value: JSONText = [
    "name": "a", "none": nil, "list": [1, true, .double(1.5)], "empty": [], "no": .object([]),
  ]

  @Test func `members keep their order`() {
    #expect(
      value.compact == #"{"name":"a","none":null,"list":[1,true,1.5],"empty":[],"no":{}}"#)
  }

  @Test func `the pretty form has a line for each value`() {
    #expect(
      value.pretty == """
        {
          "name": "a",
          "none": null,
          "list": [
            1,
            true,
            1.5
          ],
          "empty": [],
          "no": {}
        }
        """)
  }

  @Test func `text that would break a line or a terminal is escaped`() {
    let text: JSONText = "\"\\/\n\r\t\0\u{1B}\u{7F}\u{9B}\u{2028}\u{2029}中😀"
    let escaped = #""\"\\/\n\r\t\u0000\u001b\u007f\u009b\u2028\u2029中😀""#
    #expect(text.compact == escaped)
  }

  @Test func `text that reverses a line or that parsers drop is escaped`() {
    let text: JSONText = "a\u{61C}\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}\u{FEFF}\u{200D}é"
    let escaped = #""a\u061c\u200e\u200f\u202a\u202e\u2066\u2069\ufeff"# + "\u{200D}é\""
    #expect(text.compact == escaped)
  }

  @Test func `numbers that JSON cannot represent are null`() {
    #expect(JSONText.array([.double(.nan), .double(.infinity)]).compact == "[null,null]")
    #expect(JSONText.int(UInt64.max).compact == "9223372036854775807")
    #expect(JSONText.int(Int64.min).compact == "-9223372036854775808")
    #expect(JSONText.double(1e300).compact == "1e+300")
  }
}
