import SQLScriptsReporting

/// A report as one HTML file that loads nothing from elsewhere.
package struct ReportPage: Sendable {
  package let html: String

  /// - Parameters:
  ///   - document: the JSON of a `ReportDocument`.
  ///   - nonce: a random text that marks the only script and the only style that a browser may use.
  package init(_ document: JSONText, nonce: String = ReportPage.randomNonce) {
    let policy =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
      + "base-uri 'none'; form-action 'none'"
    let parts = [
      ("<!--CSP-->", "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"),
      (
        "<style>/*STYLE*/", "<style nonce=\"\(nonce)\">\n" + PageFiles.style + PageFiles.reportStyle
      ),
      // In JSON, `<` occurs only in strings. Without it, no text can end the element.
      ("/*DOCUMENT*/", PackedJSON(document).json.compact.replacing("<", with: "\\u003c")),
      (
        "<script type=\"module\">/*SCRIPT*/",
        "<script type=\"module\" nonce=\"\(nonce)\">\n"
          + ModuleBundle(of: PageFiles.modules, from: "report").text
      ),
    ]
    var html = ""
    var rest = PageFiles.report[...]
    for (mark, text) in parts {
      guard let range = rest.firstRange(of: mark) else { continue }
      html += rest[..<range.lowerBound] + text
      rest = rest[range.upperBound...]
    }
    self.html = html + rest
  }

  /// Whether a file is a report, as HTML or as JSON, so that a new one may replace it.
  package static func isReport(_ bytes: [UInt8]) -> Bool {
    let page = PageFiles.report
    let head = page.firstRange(of: "<!--CSP-->").map { page[..<$0.lowerBound] } ?? page[...]
    let json = "{\n  \"format\": \"\(ReportDocument.format)\""
    return bytes.starts(with: head.utf8) || bytes.starts(with: json.utf8)
  }

  /// 128 random bits.
  package static var randomNonce: String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
  }
}
