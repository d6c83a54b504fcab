import Foundation
import SQLScriptsReport
import SQLScriptsReporting
import Testing

struct ReportPageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/SQLScriptsReport/Page")

  private static let hostile: JSONText = [
    "title": "</script><script>alert(1)</script><!--",
    "name": "\u{202E}\u{2028}<img src=x onerror=alert(1)>",
  ]

  @Test func `no text of a document can end its element`() throws {
    let html = ReportPage(Self.hostile, nonce: "n").html
    let start = try #require(html.range(of: #"<script type="application/json" id="document">"#))
    let end = try #require(html.range(of: "</script>", range: start.upperBound..<html.endIndex))
    let json = html[start.upperBound..<end.lowerBound]
    #expect(!json.contains("<"))
    let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let document = try #require(read?["document"] as? [Any])
    #expect(document[1] as? String == "</script><script>alert(1)</script><!--")
  }

  @Test func `only a report is taken for an earlier report`() {
    let document: JSONText = ["format": .string(ReportDocument.format), "title": "a"]
    #expect(ReportPage.isReport(Array(ReportPage(document).html.utf8)))
    #expect(ReportPage.isReport(Array(document.pretty.utf8)))
    for other in [
      "", "SQLite format 3", "[\"SELECT 1\"]", "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n",
      "{\n  \"format\": \"sqlscripts-lock\"",
    ] {
      #expect(!ReportPage.isReport(Array(other.utf8)), "\(other)")
    }
  }

  @Test func `the policy allows one script and one style, and nothing from elsewhere`() {
    let html = ReportPage([:], nonce: "abc").html
    #expect(html.contains("default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'"))
    #expect(html.components(separatedBy: "nonce=\"abc\"").count == 3)
    for word in ["http://", "https://", "src=", "@import", "url("] {
      let found = html.components(separatedBy: word).count - 1
      // The name of the namespace of SVG is no address.
      let known = html.components(separatedBy: "http://www.w3.org/2000/svg").count - 1
      #expect(found == (word == "http://" ? known : 0), "\(word)")
    }
  }

  @Test func `the policy comes before everything that it is about`() throws {
    let html = ReportPage([:]).html
    let policy = try #require(html.range(of: "Content-Security-Policy"))
    let others = ["<style", "<script", "<link"].compactMap { html.range(of: $0)?.lowerBound }
    #expect(others.allSatisfy { policy.upperBound < $0 })
  }

  @Test func `the same document with the same nonce is the same page`() {
    #expect(ReportPage(Self.hostile, nonce: "n").html == ReportPage(Self.hostile, nonce: "n").html)
    #expect(ReportPage.randomNonce != ReportPage.randomNonce)
  }

  @Test func `every file of the page is part of it`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let modules = files.filter { $0.hasSuffix(".js") }.map { String($0.dropLast(3)) }
    #expect(Set(modules) == Set(PageFiles.modules.keys))
    for module in modules {
      let text = try String(
        contentsOf: Self.folder.appendingPathComponent("\(module).js"), encoding: .utf8)
      #expect(PageFiles.modules[module] == text)
    }
  }

  @Test func `the modules can follow one another in one script`() throws {
    var names: [String: String] = [:]
    let pattern = /(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+).*/
    for (module, text) in PageFiles.modules {
      for line in text.split(separator: "\n") {
        if line.hasPrefix("import ") {
          #expect(line.wholeMatch(of: /import \{[^}]*\} from "\.\/\w+\.js";/) != nil, "\(line)")
          #expect(!line.contains(" as "))
        }
        #expect(!line.hasPrefix("export default"))
        guard let name = line.wholeMatch(of: pattern)?.1 else { continue }
        let other = names.updateValue(module, forKey: String(name))
        #expect(other == nil, "\(name) is in \(other ?? "") and \(module)")
      }
    }
    let html = ReportPage([:]).html
    #expect(!html.contains("\nimport ") && !html.contains("\nexport "))
  }

  @Test func `the pages never write HTML`() throws {
    let editor = Self.folder.appendingPathComponent("../../SQLScriptsEditor/Page")
    for folder in [Self.folder, editor] {
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".js") || file.hasSuffix(".html") {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        for word in [
          "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
          "javascript:", " onclick=", " style=\"", "srcdoc", "DOMParser",
        ] {
          #expect(!text.contains(word), "\(file): \(word)")
        }
      }
    }
  }
}
