import SQLScriptsDatabase
import SQLScriptsTorture
import Testing

struct FolderTests {
  private static let places = ["/nowhere at all", "/tmp"]

  @Test func `a temporary folder is in an existing folder, and is deleted with its contents`()
    throws
  {
    let folder = try Folder.temporary(in: Self.places)
    let other = try Folder.temporary(in: Self.places)
    defer { other.remove() }
    #expect(folder.path.hasPrefix("/tmp/sqlscripts-") && folder.path != other.path)
    let inner = try folder.folder("inner")
    try inner.write("app.db", [1, 2, 3])
    folder.remove()
    #expect(throws: (any Error).self) { try folder.names() }
  }

  @Test func `no folder is created where none is possible`() {
    let problem = #expect(throws: Folder.FileError.self) { try Folder.temporary(in: ["/nowhere"]) }
    #expect(problem?.description == "/nowhere/sqlscripts-XXXXXX: No such file or directory")
  }

  @Test func `a folder contains exactly the given files`() throws {
    let folder = try Folder.temporary(in: Self.places)
    defer { folder.remove() }
    try folder.fill(["a": [], "b": [0, 255]])
    #expect(try folder.files() == ["a": [], "b": [0, 255]])
    try folder.fill(["b": [1]])
    #expect(try folder.files() == ["b": [1]])
  }

  @Test func `a file whose name is not UTF-8 is written, read and removed`() throws {
    let folder = try Folder.temporary(in: Self.places)
    defer { folder.remove() }
    let name = String(systemBytes: [0x61, 0xFF, 0xC3])
    try folder.write(name, [7])
    #expect(try folder.files() == [name: [7]])
    try folder.fill([:])
    #expect(try folder.names().isEmpty)
  }
}
