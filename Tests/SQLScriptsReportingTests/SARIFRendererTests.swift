import Foundation
import SQLScriptsDiagnostics
import SQLScriptsReporting
import Testing

/// SARIF 2.1.0: the requirements of the standard's schema and of GitHub.
struct SARIFRendererTests {
  private let sample = Sample("SELECT 1;\nSELECT [a](b);\n", name: "S/é sql.sql")
  private let renderer = SARIFRenderer(
    toolVersion: "0.1.0",
    rules: [
      .init(id: "a", severity: .warning, summary: "An A.", why: "It is A.", help: "Write B.")
    ],
    folder: WorkingFolder("/tmp/bundle"))

  private func run(_ diagnostics: [Diagnostic]) throws -> [String: Any] {
    let text = renderer.document(diagnostics).compact
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    return try #require((log["runs"] as? [[String: Any]])?.first)
  }

  @Test func `a log conforms to the standard`() {
    let finding = Diagnostic(
      "a", .error, "Not [a](b)", at: sample.span("[a](b)"), help: "do.",
      related: [.init(span: sample.span("1"), message: "here")])
    #expect(
      renderer.document([finding]).pretty == """
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "sqlscripts",
                  "version": "0.1.0",
                  "semanticVersion": "0.1.0",
                  "rules": [
                    {
                      "id": "a",
                      "shortDescription": {
                        "text": "An A."
                      },
                      "fullDescription": {
                        "text": "An A. It is A."
                      },
                      "help": {
                        "text": "It is A.",
                        "markdown": "Write B."
                      },
                      "defaultConfiguration": {
                        "level": "warning"
                      }
                    }
                  ]
                }
              },
              "invocations": [
                {
                  "executionSuccessful": true,
                  "exitCode": 0,
                  "toolExecutionNotifications": []
                }
              ],
              "columnKind": "unicodeCodePoints",
              "originalUriBaseIds": {
                "%SRCROOT%": {
                  "description": {
                    "text": "The folder in which sqlscripts was run."
                  }
                }
              },
              "results": [
                {
                  "ruleId": "a",
                  "ruleIndex": 0,
                  "level": "error",
                  "message": {
                    "text": "Not \\\\[a\\\\](b)\\ndo."
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "S/%C3%A9%20sql.sql",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 2,
                          "startColumn": 8,
                          "endLine": 2,
                          "endColumn": 14
                        }
                      }
                    }
                  ],
                  "relatedLocations": [
                    {
                      "id": 1,
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "S/%C3%A9%20sql.sql",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 1,
                          "startColumn": 8,
                          "endLine": 1,
                          "endColumn": 9
                        }
                      },
                      "message": {
                        "text": "here"
                      }
                    }
                  ],
                  "partialFingerprints": {
                    "sqlscriptsFinding/v1": "c55fbbeb2622fdcc:1"
                  }
                }
              ]
            }
          ]
        }
        """)
  }

  @Test func `a fix-it is a fix, and its columns are counted as in its finding`() throws {
    let sample = Sample("é “x”\n", name: "a.sql")
    let finding = Diagnostic(
      "a", .error, "A", at: sample.span("“x”"),
      fixIt: FixIt(
        "Write [it](so)", [.init(sample.span("“"), with: "'"), .init(sample.span("”"), with: "'")]))
    let result = try #require((run([finding])["results"] as? [[String: Any]])?.first)
    let fixes = try JSONSerialization.data(
      withJSONObject: try #require(result["fixes"]), options: [.sortedKeys])
    #expect(
      String(decoding: fixes, as: UTF8.self) == #"[{"artifactChanges":[{"#
        + #""artifactLocation":{"uri":"a.sql","uriBaseId":"%SRCROOT%"},"replacements":["#
        + #"{"deletedRegion":{"endColumn":4,"endLine":1,"startColumn":3,"startLine":1},"#
        + #""insertedContent":{"text":"'"}},"#
        + #"{"deletedRegion":{"endColumn":6,"endLine":1,"startColumn":5,"startLine":1},"#
        + #""insertedContent":{"text":"'"}}]}],"#
        + #""description":{"text":"Write \\[it\\](so)"}}]"#)
    let nothing = Diagnostic("a", .error, "A", at: sample.span("x"), fixIt: FixIt("x", []))
    for finding in [nothing, Diagnostic("a", .error, "A", at: sample.span("x"))] {
      let result = try #require((run([finding])["results"] as? [[String: Any]])?.first)
      #expect(result["fixes"] == nil)
    }
  }

  @Test func `a run without findings has an empty list of results`() throws {
    #expect((try run([])["results"] as? [Any])?.isEmpty == true)
  }

  @Test func `every result has a rule, even one without a page`() throws {
    let run = try run([
      Diagnostic("b", .info, "B", at: sample.span("1")),
      Diagnostic("a", .error, "A", at: sample.span("1")),
      Diagnostic("b", .info, "B", at: sample.span("SELECT")),
    ])
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]]).map { $0["id"] as? String }
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(rules == ["a", "b"])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index] == result["ruleId"] as? String)
    }
    #expect(results.map { $0["level"] as? String } == ["note", "error", "note"])
  }

  @Test func `a fingerprint stays the same when lines above it change`() throws {
    func fingerprints(_ text: String) throws -> [String] {
      let sample = Sample(text)
      let all = sample.file.bytes.indices.filter { sample.file.bytes[$0] == UInt8(ascii: "!") }
      let results = try run(
        all.map {
          Diagnostic("a", .error, "A", at: SourceSpan(file: sample.file, range: $0..<$0 + 1))
        })["results"]
      return try #require(results as? [[String: Any]]).compactMap {
        ($0["partialFingerprints"] as? [String: String])?["sqlscriptsFinding/v1"]
      }
    }
    let before = try fingerprints("a !\nb !\na !\n")
    #expect(before.count == 3)
    #expect(Set(before).count == 3)
    #expect(before == (try fingerprints("new\n\n  a !\nb\t!\n\na !\n")))
    #expect(before != (try fingerprints("a !\nc !\na !\n")))
  }
}
