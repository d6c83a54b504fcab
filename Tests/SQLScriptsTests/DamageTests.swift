import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch
import Testing

/// Law 27: the contents of a file or a database never end the process, and the message is understandable.
@Suite struct DamageTests {
  private let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE t (x)"]), .update(2, ["INSERT INTO t VALUES (1)"]),
  ])

  private func failure(_ path: String) throws -> MigrationFailure {
    let migrator = Migrator(path: path, scripts: scripts)
    _ = #expect(throws: MigrationFailure.self) { try migrator.plan() }
    return try #require(#expect(throws: MigrationFailure.self) { try migrator.migrate() })
  }

  @Test func `law 27: a file that is not a database is refused with a message`() throws {
    try Sandbox.with { (box) throws in
      let cases = [
        ("", "is empty"), (box.folder, "is a folder"), (box.folder + "/no/where", "does not exist"),
        ("/dev/null", "is a device"), ("a\u{0}b", "NUL"),
      ]
      for (path, words) in cases {
        #expect(try failure(path).summary.contains(words), "\(path)")
      }
      try box.write("text", String(repeating: "This is a letter, not a database.\n", count: 100))
      #expect(try failure(box.folder + "/text").summary.contains("not an SQLite database"))
    }
  }

  @Test func `law 27: any character is allowed in a path`() throws {
    try Sandbox.with { (box) throws in
      for name in ["a?mode=ro", "a%20b#c", "file:x", "new\nline", "q'\"`;", "\u{1B}[31m", "%s%n"] {
        let path = box.folder + "/" + name
        #expect(try Migrator(path: path, scripts: scripts).migrate().to == 2)
        #expect(box.exists(path))
      }
    }
  }

  @Test func `law 27: a damaged file is reported and left unchanged`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(scripts).migrate(to: 1)
      let whole = try box.bytes().bytes
      var generator = SeededGenerator(state: 27)
      let url = URL(fileURLWithPath: box.path)
      for round in 0..<300 {
        var bytes = whole
        switch round % 3 {
        case 0: bytes = Array(bytes.prefix(round * whole.count / 300))
        case 1: bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0xFF
        default:
          let start = Int.random(in: 0..<bytes.count - 64, using: &generator)
          for index in start..<start + 64 { bytes[index] = .random(in: 0...255, using: &generator) }
        }
        try Data(bytes).write(to: url)
        let migrator = box.migrator(scripts)
        do throws(MigrationFailure) {
          // Damage may be in a part that nothing reads.
          _ = try migrator.migrate()
          _ = try migrator.history()
        } catch {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }
}
