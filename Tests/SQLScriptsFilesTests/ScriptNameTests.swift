import SQLScriptsAdvice
import SQLScriptsDiagnostics
import Testing

@testable import SQLScriptsFiles

struct ScriptNameTests {
  @Test(arguments: [
    ("sql_default.plist", ScriptName(kind: .default, format: .plist)),
    ("sql_update_1.json", ScriptName(kind: .update(1), format: .json)),
    ("sql_update_3_any-label.sql", ScriptName(kind: .update(3), format: .sql, label: "any-label")),
    ("sql_update_9223372036854775807.sql", ScriptName(kind: .update(.max), format: .sql)),
    ("20261121093000123.sql", ScriptName(kind: .update(20_261_121_093_000_123), format: .sql)),
    ("0001_init db.sql", ScriptName(kind: .update(1), format: .sql, label: "init db")),
    (
      "0002_0.10_00_user role.sql",
      ScriptName(kind: .update(2), format: .sql, label: "0.10_00_user role")
    ),
    ("7_v1.3.0.sql", ScriptName(kind: .update(7), format: .sql, label: "v1.3.0")),
    ("1_init.up.sql", ScriptName(kind: .update(1), format: .sql, label: "init.up")),
    ("sql_update_2_v1.2.plist", ScriptName(kind: .update(2), format: .plist, label: "v1.2")),
    ("sql_update_2_\u{301}.sql", ScriptName(kind: .update(2), format: .sql, label: "\u{301}")),
  ])
  func `a script's name is read`(name: String, script: ScriptName) {
    #expect(ScriptName.read(name) == .script(script))
  }

  @Test(arguments: [
    ("sql_update2.plist", "unknown-file-name", "sql_update_2.plist"),
    ("SQL_Update_2.plist", "file-name-case", "sql_update_2.plist"),
    ("sql_update_2_AddAge.PLIST", "file-name-case", "sql_update_2_AddAge.plist"),
    ("sql_update_02.plist", "zero-padded-version", "sql_update_2.plist"),
    ("sql_update_002_age.json", "zero-padded-version", "sql_update_2_age.json"),
    ("sql_update_2.plist.txt", "extra-extension", "sql_update_2.plist"),
    ("sql_default.plist.plist", "extra-extension", "sql_default.plist"),
    ("sql-update-2.sql", "unknown-file-name", "sql_update_2.sql"),
    ("sql_updat_2.plist", "unknown-file-name", "sql_update_2.plist"),
    ("sql_udpate_2.plist", "unknown-file-name", "sql_update_2.plist"),
    ("update_2.plist", "unknown-file-name", "sql_update_2.plist"),
    ("sql_update_２.plist", "unknown-file-name", "sql_update_2.plist"),
    ("sql_update_2.v1.plist", "unknown-file-name", "sql_update_2_v1.plist"),
    ("sql_update_2_.plist", "unknown-file-name", "sql_update_2.plist"),
    ("1_init.down.sql", "editor-leftover-file", "Move it out of this folder"),
    ("1_init.Undo.sql", "editor-leftover-file", "Move it out of this folder"),
    ("sql_upgrade_3.plist", "unknown-file-name", "sql_update_3.plist"),
    ("sql-upd-3.plist", "unknown-file-name", "sql_update_3.plist"),
    ("SQL更新3.plist", "unknown-file-name", "sql_update_3.plist"),
    (".sql_update_3.plist.icloud", "unknown-file-name", "download “sql_update_3.plist”"),
    ("sql_update_3.docx", "unknown-file-name", "plain text in “sql_update_3.sql”"),
    ("0001_init..sql", "unknown-file-name", "0001_init.sql"),
    ("sql_update_2_x.json.sql", "extra-extension", "sql_update_2_x.json"),
    ("sql_default.txt", "unknown-file-name", "sql_default.sql"),
    ("sql_update_2.xml", "unknown-file-name", "sql_update_2.plist"),
    ("sql_update_2.plits", "unknown-file-name", "sql_update_2.plist"),
    ("sql_update_2", "unknown-file-name", "sql_update_2.sql"),
    ("sql_defualt.json", "unknown-file-name", "sql_default.json"),
    ("sql_default_2.json", "unknown-file-name", "sql_default.json"),
    ("sql_update.plist", "unknown-file-name", "sql_update_2.plist"),
    ("sql_update_0.plist", "unknown-file-name", "sql_update_1"),
    ("0000_init.sql", "unknown-file-name", "sql_update_1"),
    ("sql_update_9223372036854775808.sql", "unknown-file-name", "smaller number"),
    ("sql_update_99999999999999999999999.sql", "unknown-file-name", "smaller number"),
    ("V4__notes.sql", "unknown-file-name", "sql_update_4_notes.sql"),
    ("SQLScripts.json", "unknown-file-name", "“sqlscripts.json”"),
    ("sqlscript.json", "unknown-file-name", "“sqlscripts.json”"),
    ("sql-scripts.jsonc", "unknown-file-name", "“sqlscripts.json”"),
    ("sqlscripts (1).json", "unknown-file-name", "“sqlscripts.json”"),
    ("sqlscripts.json.bak", "unknown-file-name", "“sqlscripts.json”"),
    ("SQLScripts.lock", "unknown-file-name", "“sqlscripts.lock”"),
  ])
  func `an almost correct name gets advice`(name: String, id: String, help: String) throws {
    guard case .mistake(let diagnostic) = ScriptName.read(name, displayName: "a/\(name)") else {
      Issue.record("“\(name)” is no mistake")
      return
    }
    #expect(diagnostic.id == id)
    #expect(diagnostic.severity == (id == "editor-leftover-file" ? .warning : .error))
    #expect(try #require(diagnostic.advised().help).contains(help))
    #expect(diagnostic.span.file.name == "a/\(name)")
    #expect(diagnostic.span.file.isNameOnly)
  }

  @Test func `advice does not suggest a name that is taken`() throws {
    let scripts: [ScriptFile.Kind: String] = [
      .default: "sql_default.plist", .update(1): "1.sql", .update(2): "sql_update_2.plist",
    ]
    let help = { (name: String) throws in try mistake(name, besides: scripts)?.advised().help }
    #expect(try help("sql_update.plist")?.contains("“sql_update_3.plist”") == true)
    #expect(try help("0000_init.sql")?.hasPrefix("Add 1 to the number of every script") == true)
    #expect(try mistake("sql_update_2.bak", besides: scripts)?.id == "editor-leftover-file")
    #expect(try mistake("~$sql_update_2.docx", besides: scripts) == nil)
  }

  /// They do not stop a migration, because an app's resources may have such names.
  @Test(arguments: [".sql_update_3.plist", "3.plist"])
  func `a hidden script or a bare number is a warning with advice`(name: String) throws {
    let scripts: [ScriptFile.Kind: String] = [.default: "d", .update(2): "sql_update_2.plist"]
    let found = try #require(try mistake(name, besides: scripts))
    #expect(found.severity == .warning)
    #expect(found.advised().help?.hasPrefix("Rename it to “sql_update_3.plist”.") == true)
  }

  private static let leftovers = [
    "sql_update_2 copy.plist", "sql_update_2 copy 3.plist", "sql_update_2 2.plist",
    "sql_update_2 (1).plist", "sql_update_2 - Copy.plist", "sql_update_2 副本.plist",
    "sql_update_2 .plist", "Copy of sql_update_2.plist", "sql_update_2.plist~",
    "sql_update_2.plist.orig", "sql_default.json.bak", "sql_default (2).json",
  ]
  private static let hidden = ["._sql_update_2.plist", ".sql_update_2.plist.swp"]

  private func mistake(
    _ name: String, besides scripts: [ScriptFile.Kind: String]
  ) throws -> Diagnostic? {
    if case .mistake(let diagnostic) = ScriptName.read(name, besides: scripts) {
      diagnostic
    } else {
      nil
    }
  }

  @Test(arguments: leftovers + hidden)
  func `a leftover copy of an existing script is only a warning`(name: String) throws {
    let scripts: [ScriptFile.Kind: String] = [
      .default: "sql_default.json", .update(2): "sql_update_2.plist",
    ]
    let found = try #require(try mistake(name, besides: scripts))
    #expect(found.id == "editor-leftover-file" && found.severity == .warning)
  }

  @Test(arguments: leftovers)
  func `law 10: a leftover without its script may be the script`(name: String) throws {
    let others: [ScriptFile.Kind: String] = [.update(1): "1.sql", .update(3): "3.sql"]
    for scripts in [[:], others] {
      let found = try #require(try mistake(name, besides: scripts))
      #expect(found.id == "unknown-file-name" && found.severity == .error)
      #expect(found.advised().help?.hasPrefix("Rename it to “sql_") == true)
    }
  }

  @Test func `a backup of a deleted update is only a leftover file`() throws {
    let found = try mistake("sql_update_2.plist.orig", besides: [.update(7): "7.sql"])
    #expect(found?.id == "editor-leftover-file")
  }

  @Test(arguments: hidden)
  func `a file that a program is writing is only a warning`(name: String) throws {
    #expect(try mistake(name, besides: [:])?.severity == .warning)
  }

  @Test(arguments: [
    "LICENSE.txt", "README.md", "SOURCE.json", "Info.plist", "sqlscripts.json", "sqlscripts.lock",
    ".DS_Store", "", ".", ".plist", "2.plist", "data.json", "Default.plist", "seed.sql",
    "sql_update_2.md", "._Info.plist", "schema.sql~", "v8.sql", "sqlite.json", "scripts.json",
    "é.json", " copy.plist", ").sql",
  ])
  func `another file is neither a script nor a mistake`(name: String) {
    #expect(ScriptName.read(name) == .other)
  }
}
