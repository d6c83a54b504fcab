import SQLScriptsDiagnostics
import SQLScriptsReporting
import Testing

struct DiagnosticJSONTests {
  @Test func `a finding has every field`() {
    let sample = Sample("中x\ny", name: "f")
    let finding = Diagnostic(
      "x", .error, "X", at: sample.span(from: "x", through: "y"), help: "do.",
      related: [.init(span: sample.span("y"), message: "there")])
    #expect(
      finding.json.compact == """
        {"id":"x","severity":"error","message":"X","file":"f","line":1,"column":2,"endLine":2,\
        "endColumn":2,"offset":3,"help":"do.","why":null,"related":[{"message":"there","file":"f",\
        "line":2,"column":1,"endLine":2,"endColumn":2,"offset":5}],"fix":null}
        """)
  }

  @Test func `all formats give the same place`() {
    let sample = Sample("a\r\n\t😀，x", name: "f")
    for offset in 0...sample.file.bytes.count {
      let span = SourceSpan(file: sample.file, range: offset..<offset)
      let finding = Diagnostic("x", .error, "X", at: span)
      let place = "f:\(span.start.line):\(span.start.column)"
      #expect(HumanRenderer().text(finding).contains("--> \(place)\n"))
      #expect(ConciseRenderer().text(finding).hasPrefix("\(place):"))
      let json = finding.json.compact
      #expect(json.contains(#""line":\#(span.start.line),"column":\#(span.start.column),"#))
    }
  }
}
