import Foundation
import SQLScriptsAuthoring
import SQLScriptsFiles
import TestSupport
import Testing

/// The histories converted to another format and back.
struct CorporaConversionTests {
  @Test func `converting a property list to JSON and back preserves the statements`() throws {
    for corpus in try Corpus.listing.get() {
      try TemporaryFolder.with { folder in
        let scripts = try ScriptForm.plist.scripts(of: corpus, in: folder)
        let before = try contents(scripts)
        for format in [ScriptFile.Format.json, .plist] {
          try convert(scripts, to: format)
          #expect(try contents(scripts) == before, "\(corpus.name) as \(format.rawValue)")
        }
      }
    }
  }

  @Test func `converting SQL files to JSON, property list and back preserves the checksums`() throws
  {
    for corpus in try Corpus.listing.get() {
      try TemporaryFolder.with { folder in
        let scripts = folder + "/scripts"
        try FileManager.default.createDirectory(
          atPath: scripts, withIntermediateDirectories: true)
        for file in corpus.files {
          try FileManager.default.copyItem(
            atPath: "\(corpus.path)/\(file)", toPath: "\(scripts)/\(file)")
        }
        let before = try checksums(scripts)
        #expect(before.count == corpus.files.count)
        var statements: [[String]]?
        let back: [ScriptFile.Format] = Sweep.isComplete ? [.json, .sql] : []
        for format in [.json, .plist, .sql] + back {
          try convert(scripts, to: format)
          #expect(try checksums(scripts) == before, "\(corpus.name) as \(format.rawValue)")
          let now = try contents(scripts).map { $0.items.map(\.sql) }
          #expect(now == statements ?? now, "\(corpus.name) as \(format.rawValue)")
          statements = now
        }
      }
    }
  }

  private func convert(_ scripts: String, to format: ScriptFile.Format) throws {
    let conversion = try Conversion(
      of: ScriptBundle(directory: scripts), to: format, dropsComments: true)
    #expect(conversion.refusals.isEmpty, "\(conversion.refusals)")
    try conversion.write()
    let bundle = try ScriptBundle(directory: scripts)
    #expect(bundle.scripts.allSatisfy { $0.format == format })
  }

  private func scripts(_ folder: String) throws -> [Script] {
    let bundle = try ScriptBundle(directory: folder)
    return try bundle.scripts.map { try #require(try bundle.read($0).script) }
  }

  private func contents(_ folder: String) throws -> [ScriptContent] {
    try scripts(folder).map { ScriptContent($0) }
  }

  private func checksums(_ folder: String) throws -> [Checksum] {
    try scripts(folder).map { Checksum(of: $0) }
  }
}
