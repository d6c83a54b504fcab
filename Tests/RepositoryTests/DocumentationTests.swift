import Foundation
import Testing

struct DocumentationTests {
  @Test func `the changelog has one dated section for each version and no duplicates`() throws {
    let changelog = try Repository.text("CHANGELOG.md")
    let headings = changelog.matches(of: #/(?m)^## (.+)$/#).map { String($0.1) }
    let source = try Repository.text("Sources/SQLScripts/SQLScriptsVersion.swift")
    let current = try #require(source.firstMatch(of: #/current = "([\d.]+)"/#)?.1)
    #expect(headings.first == "[Unreleased]")
    #expect(headings.contains { $0.hasPrefix("[\(current)] - ") })
    let versions = headings.dropFirst()
    #expect(
      versions.allSatisfy { $0.wholeMatch(of: #/\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d/#) != nil })
    for section in changelog.components(separatedBy: "\n## ").dropFirst() {
      let parts = section.matches(of: #/(?m)^### (.+)$/#).map { String($0.1) }
      #expect(Set(parts).count == parts.count, "\(section.prefix(30))")
      let known: Set = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
      #expect(Set(parts).subtracting(known) == [])
    }
  }

  @Test func `the pages name the current version of the hook, the action and the plugin`() throws {
    let source = try Repository.text("Sources/SQLScripts/SQLScriptsVersion.swift")
    let current = try #require(source.firstMatch(of: #/current = "([\d.]+)"/#)?.1)
    for page in ["README.md", "Documentation/ContinuousIntegration.md"] {
      let text = try Repository.text(page)
      let versions = text.matches(of: #/(?:from: "|rev: |@|download\/|sqlscripts-)(\d+\.\d+\.\d+)/#)
      #expect(versions.count >= 1, "\(page)")
      #expect(versions.allSatisfy { $0.1 == current }, "\(page)")
    }
  }

  @Test func `the readme names the two commands`() throws {
    let readme = try Repository.text("README.md")
    #expect(readme.contains("Tools/demo"))
    #expect(readme.contains("Tools/test"))
  }

  @Test func `every tool is executable`() {
    let tools = Repository.files(in: "Tools").map(\.path) + [".ci/run"]
    let plain = tools.filter { path in
      !FileManager.default.isExecutableFile(
        atPath: Repository.root.appendingPathComponent(path).path)
    }
    #expect(tools.count >= 4)
    #expect(plain == [])
  }

  @Test func `no file contains a path of one machine`() throws {
    let top = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
    var files = [".ci", ".github"].flatMap(Repository.files(in:))
    for name in top where !name.hasPrefix(".") && name != "Package.resolved" {
      files += Repository.files(in: name)
      if let text = try? Repository.text(name) { files.append(.init(path: name, text: text)) }
    }
    let machine = #/\/(?:work|farm|root|tmp\/bash_jobs)\//#
    let found = files.flatMap { file in
      file.lines.enumerated().filter { $0.element.contains(machine) }
        .map { "\(file.path):\($0.offset + 1)" }
    }
    #expect(files.count > 20)
    #expect(found == [])
  }

  @Test func `every link inside the documentation has a target`() {
    let pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].compactMap { name in
      (try? Repository.text(name)).map { Repository.File(path: name, text: $0) }
    }
    for page in pages + Repository.files(in: "Documentation") {
      let folder = (page.path as NSString).deletingLastPathComponent
      for match in page.text.matches(of: #/\]\(([^)#:\s]+)(?:#[^)]*)?\)/#) {
        let target = (folder as NSString).appendingPathComponent(String(match.1))
        #expect(Repository.exists(target), "\(page.path) links to \(match.1)")
      }
    }
  }
}
