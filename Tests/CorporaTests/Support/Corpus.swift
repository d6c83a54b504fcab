import Foundation
import Testing

/// One folder of the corpora: a history as numbered SQL files, and its expected results.
struct Corpus: Sendable, CustomTestStringConvertible {
  /// The folder's path below the corpora.
  let name: String
  let path: String
  /// The script files in order. The first migrates to version 1.
  let files: [String]
  let expected: Expectation

  var testDescription: String { name }
  var latest: Int64 { Int64(files.count) }

  /// The folder of real histories; nil if there are none, and then generated ones are replayed.
  static let root = ProcessInfo.processInfo.environment["SQLSCRIPTS_CORPORA"].flatMap {
    $0.isEmpty ? nil : $0
  }

  /// All folders with a history.
  static let listing = Result { try root.map(list) ?? GeneratedCorpora.make() }

  /// The histories to replay version by version.
  static func histories(_ mode: Expectation.Mode) -> [Corpus] {
    all.filter { $0.expected.steps != nil && $0.expected.mode == mode }
  }

  /// The histories with rows between their versions.
  static var seeded: [Corpus] { all.filter { $0.expected.tables != nil } }

  // The suite's first test reports a folder that cannot be read.
  private static var all: [Corpus] { (try? listing.get()) ?? [] }

  private static func list(_ root: String) throws -> [Corpus] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: root)
    let folders = names.filter { ($0 as NSString).lastPathComponent == "expected.json" }.map {
      ($0 as NSString).deletingLastPathComponent
    }
    return try folders.sorted().map { name in
      let path = "\(root)/\(name)"
      let json = try Data(contentsOf: URL(fileURLWithPath: "\(path)/expected.json"))
      let files = try FileManager.default.contentsOfDirectory(atPath: path)
      return Corpus(
        name: name, path: path, files: files.filter { $0.contains(#/^\d{4}_.*\.sql$/#) }.sorted(),
        expected: try JSONDecoder().decode(Expectation.self, from: json))
    }
  }

  /// The bytes of a script file.
  func bytes(_ file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)")))
  }
}
