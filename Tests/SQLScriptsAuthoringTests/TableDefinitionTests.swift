import SQLScripts
import SQLScriptsFiles
import SQLScriptsSchema
import Testing

@testable import SQLScriptsAuthoring

struct TableDefinitionTests {
  @Test(arguments: [
    // A comment is removed with the column before it on its line.
    (
      "(id INTEGER PRIMARY KEY, -- the key\n  mail TEXT UNIQUE, -- gone\n  name TEXT -- kept\n)",
      "(id INTEGER PRIMARY KEY, -- the key\n  name TEXT -- kept\n)"
    ),
    // The last column, with a comment on the line above.
    ("(name TEXT, -- kept\n  /* gone */\n  mail TEXT UNIQUE)", "(name TEXT -- kept\n)"),
    ("(name TEXT -- kept\n, mail TEXT UNIQUE)", "(name TEXT -- kept\n)"),
    ("(mail TEXT UNIQUE, name TEXT) STRICT", "(name TEXT) STRICT"),
    // Its own constraints are removed, and no others.
    (
      "(mail TEXT, name TEXT CHECK (name <> 'mail'), UNIQUE (mail, name), UNIQUE (name))",
      "(name TEXT CHECK (name <> 'mail'), UNIQUE (name))"
    ),
    (
      "(name TEXT, \"Mail\" TEXT, CONSTRAINT mail CHECK (length(Mail) > 1), CONSTRAINT mail CHECK (name > 0))",
      "(name TEXT, CONSTRAINT mail CHECK (name > 0))"
    ),
    (
      "(name TEXT REFERENCES other (mail), mail TEXT, FOREIGN KEY (mail) REFERENCES other (name), FOREIGN KEY (name) REFERENCES other (mail))",
      "(name TEXT REFERENCES other (mail), FOREIGN KEY (name) REFERENCES other (mail))"
    ),
  ])
  func `a column is removed with its own constraints and no others`(
    definition: String, left: String
  ) throws {
    let old = try table(definition)
    #expect(TableDefinition(old)?.without("mail") == "CREATE TABLE user " + left)
    _ = try table(left)
  }

  @Test(arguments: [
    "(mail TEXT PRIMARY KEY, name TEXT)", "(mail TEXT, name TEXT, PRIMARY KEY (mail, name))",
    "(mail TEXT, name TEXT, CHECK (mail <> name))", "(mail TEXT, name TEXT CHECK (mail <> name))",
    "(mail TEXT, name AS (mail || 'x'))", "(mail TEXT)",
    "(mail TEXT, name TEXT, UNIQUE (mail) CHECK (mail <> name))",
    "(mail TEXT UNIQUE, name TEXT REFERENCES user (mail))",
    "(mail TEXT UNIQUE, name TEXT, FOREIGN KEY (name) REFERENCES user (mail))",
  ])
  func `a column is kept if removing it would change more than its own constraints`(
    definition: String
  ) throws {
    #expect(TableDefinition(try table(definition))?.without("mail") == nil)
  }

  private func table(_ definition: String) throws -> SchemaTable {
    let bundle = ScriptBundle(scripts: [.default(["CREATE TABLE user " + definition])])
    return try #require(try BundleDatabase(ScriptLibrary(bundle)).snapshot()["user"])
  }
}
