import SQLScriptsAdvice
import SQLScriptsDiagnostics
import TestSupport
import Testing

@testable import SQLScriptsFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

struct ScriptBundleTests {
  @Test func `an empty bundle has neither scripts nor settings`() throws {
    let bundle = ScriptBundle(scripts: [])
    #expect(bundle.isEmpty)
    #expect(bundle.lastUpdate == nil)
    #expect(try bundle.settings().settings == BundleSettings())
  }

  @Test func `updates are sorted by number, not by spelling`() {
    let bundle = ScriptBundle(scripts: [10, 9, 2].map { .update($0, ["SELECT 1"]) })
    #expect(bundle.updateVersions == [2, 9, 10])
    #expect(bundle.defaultScript == nil)
  }

  @Test func `law 10: one version in two files is an error that names both`() throws {
    let bundle = ScriptBundle(scripts: [
      .update(3, []), .file(named: "sql_update_3.plist", text: ""),
      .file(named: "0003_x.sql", text: ""),
    ])
    #expect(bundle.updates.map(\.name) == ["0003_x.sql"])
    #expect(bundle.diagnostics.map(\.id) == ["duplicate-version", "duplicate-version"])
    let first = try #require(bundle.diagnostics.first)
    #expect(first.advised().related.first?.span.file.name == "0003_x.sql")
  }

  @Test func `a script in memory must have a script name`() {
    let bundle = ScriptBundle(scripts: [
      .file(named: "seed.sql", text: ""), .update(0, []), .update(-3, []),
    ])
    #expect(bundle.isEmpty)
    #expect(bundle.diagnostics.map(\.id) == Array(repeating: "unknown-file-name", count: 3))
  }

  @Test func `statements in memory are read unchanged`() throws {
    let statements = ["SELECT '\"\\\n\u{1}é'", "SELECT 2"]
    let bundle = ScriptBundle(scripts: [.default(statements, version: 7), .update(8, statements)])
    let (script, diagnostics) = try bundle.read(try #require(bundle.defaultScript))
    let read = try #require(script)
    #expect(diagnostics.isEmpty && read.version == 7)
    #expect(read.items.map { read.text($0.text) } == statements)
    let update = try #require(try bundle.read(bundle.updates[0]).script)
    #expect(update.version == 8 && Checksum(of: update) == Checksum(of: read))
  }

  @Test func `law 6: file names give the version of the last update`() {
    let broken = InMemoryScript.file(named: "sql_default.json", text: "{")
    #expect(ScriptBundle(scripts: [broken]).lastUpdate == nil)
    #expect(ScriptBundle(scripts: [broken, .update(8, [])]).lastUpdate == 8)
  }

  @Test func `a default of version 0 is refused`() throws {
    let bundle = ScriptBundle(scripts: [.default([], version: 0)])
    let file = try #require(bundle.defaultScript)
    #expect(try bundle.read(file).diagnostics.map(\.id) == ["wrong-value-type"])
  }

  @Test func `a missing folder has an error of its own, and so does a path that is not a folder`() {
    #expect(throws: ScriptBundleError(path: "/no/such", reason: .notFound)) {
      try ScriptBundle(directory: "/no/such")
    }
    #expect(throws: ScriptBundleError(path: "/dev/null", reason: .notAFolder)) {
      try ScriptBundle(directory: "/dev/null")
    }
    #expect(throws: ScriptBundleError(path: "a\0b", reason: .invalidPath)) {
      try ScriptBundle(directory: "a\0b")
    }
  }

  @Test func `only the regular files of a folder are read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("CREATE TABLE a(b);", to: "sql_default.sql")
    try folder.write(#"{"minimumVersion": 3}"#, to: "sqlscripts.json")
    try folder.write("", to: "sql_update2.plist")
    try folder.write("", to: "README.md")
    #expect(mkfifo(folder.path + "/sql_update_2.sql", 0o600) == 0)
    #expect(mkdir(folder.path + "/sql_update_3.sql", 0o700) == 0)
    #expect(mkdir(folder.path + "/sql_updates", 0o700) == 0)
    let bundle = try ScriptBundle(directory: folder.path)
    #expect(bundle.displayName == folder.path)
    #expect(bundle.diagnostics.map(\.id) == ["unknown-file-name"])
    #expect(bundle.diagnostics.first?.span.file.name == folder.path + "/sql_update2.plist")
    #expect(try bundle.settings().settings.minimumVersion == 3)
    #expect(try bundle.read(try #require(bundle.defaultScript)).script?.items.count == 1)
    let reasons = bundle.updates.map { file in
      #expect(throws: ScriptBundleError.self) { try bundle.read(file) }?.reason
    }
    #expect(reasons == [.notARegularFile, .isAFolder])
  }

  @Test func `law 10: a script whose name is not UTF-8 is a script that cannot be read`() throws {
    let folder = try TemporaryFolder()
    let name = Array("sql_update_2_caf".utf8) + [0xE9] + Array(".sql".utf8)
    let path = (Array("\(folder.path)/".utf8) + name + [0]).map { CChar(bitPattern: $0) }
    defer { unlink(path) }
    let file = try #require(fopen(path, "w"))
    fclose(file)
    let bundle = try ScriptBundle(directory: folder.path)
    let script = try #require(bundle.updates.first)
    #expect(script.kind == .update(2))
    #expect(
      throws: ScriptBundleError(
        path: "\(folder.path)/sql_update_2_caf\u{FFFD}.sql", reason: .nameNotUTF8)
    ) { try bundle.read(script) }
  }

  @Test func `a device and a file that is too large are refused`() throws {
    #expect(throws: ScriptBundleError(path: "/dev/zero", reason: .notARegularFile)) {
      try ScriptDirectory.bytes(ofFile: "/dev/zero")
    }
    let folder = try TemporaryFolder()
    try folder.write("", to: "big")
    let size = ScriptBundleError.maximumFileSize + 1
    #expect(truncate(folder.path + "/big", off_t(size)) == 0)
    #expect(throws: ScriptBundleError(path: folder.path + "/big", reason: .tooLarge(bytes: size))) {
      try ScriptDirectory.bytes(ofFile: folder.path + "/big")
    }
  }
}
