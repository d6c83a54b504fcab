import SQLScripts
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsValidation

/// The tables that the updates of these tests change.
let schema = [
  "CREATE TABLE team (id INTEGER PRIMARY KEY, title TEXT NOT NULL)",
  """
  CREATE TABLE user (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, email TEXT UNIQUE, age INTEGER,
  status TEXT DEFAULT 'new', team INTEGER REFERENCES team(id))
  """,
  "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT)",
  "CREATE INDEX user_status ON user (status)",
  "CREATE VIEW names AS SELECT id, name FROM user",
]

/// What an update of these tables does.
func sentences(_ statements: String...) throws -> [Sentence] {
  try sentences(of: .update(2, statements))
}

func sentences(of scripts: InMemoryScript..., after tables: [String] = schema) throws -> [Sentence]
{
  let bundle = ScriptBundle(scripts: [.default(tables)] + scripts)
  let library = ScriptLibrary(bundle)
  let entries = BundleDescription(Validator(library), of: library).entries
  guard let description = entries.last?.description else { throw NotDescribed() }
  return description.sentences
}

/// The sentences of an update with Markdown's marks.
func text(_ statements: String...) throws -> [String] {
  try sentences(of: .update(2, statements)).map(\.words.markdown)
}

struct NotDescribed: Error {}
