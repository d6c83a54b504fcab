import Foundation
import SQLScriptsAuthoring
import TestSupport
import Testing

struct ReplacedFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> String { folder.path(name) }

  private func inFolder(_ body: () throws -> Void) throws {
    try body()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.hasSuffix(".tmp") })
  }

  private func write(_ text: String, to name: String, mode: Int = 0o644) throws {
    try folder.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
  }

  @Test(arguments: [0o600, 0o644, 0o755])
  func `the contents change and the permissions stay`(mode: Int) throws {
    try inFolder {
      try write("a", to: "f", mode: mode)
      try ReplacedFile.write(Array("bc".utf8), to: path("f"), insteadOf: Array("a".utf8))
      #expect(try text("f") == "bc")
      let found = try FileManager.default.attributesOfItem(atPath: path("f"))
      #expect(found[.posixPermissions] as? Int == mode)
    }
  }

  @Test func `a symbolic link keeps its target`() throws {
    try inFolder {
      try write("a", to: "f")
      try FileManager.default.createSymbolicLink(
        atPath: path("link"), withDestinationPath: "f")
      try ReplacedFile.write(Array("b".utf8), to: path("link"), insteadOf: Array("a".utf8))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "f")
      #expect(try text("f") == "b")
    }
  }

  @Test func `a file that has changed meanwhile is not overwritten`() throws {
    try inFolder {
      try write("new", to: "f")
      #expect(throws: AuthoringError.changedMeanwhile(path: path("f"))) {
        try ReplacedFile.write(Array("b".utf8), to: path("f"), insteadOf: Array("a".utf8))
      }
      #expect(try text("f") == "new")
    }
  }

  @Test func `a missing file is not created`() throws {
    try inFolder {
      #expect(throws: AuthoringError.self) {
        try ReplacedFile.write([], to: path("f"), insteadOf: [])
      }
      #expect(!FileManager.default.fileExists(atPath: path("f")))
    }
  }
}
