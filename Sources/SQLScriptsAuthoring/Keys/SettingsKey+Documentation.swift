import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension SettingsKey: DocumentedKey {
  package var documentation: KeyDocumentation {
    switch self {
    case .numbering:
      choice(
        BundleSettings.Numbering.self,
        "`\"sequential\"` (2, 3, 4 …) or `\"timestamp\"`. By default, numbers of 12 digits or more are timestamps"
      )
    case .minimumVersion:
      KeyDocumentation(
        .wholeNumber(from: 0),
        "the oldest installed version that can still be migrated. You may delete updates up to it once `sql_default` creates that version or a later one",
        examples: [1])
    case .versionStore:
      choice(
        VersionStore.self,
        "where databases store their version: `\"table\"` (`db_version`, the default), `\"userVersion\"` (`PRAGMA user_version`) or `\"schemaMigrations\"` (FMDBMigrationManager's table)",
        assumed: "table")
    case .existingVersionMeans:
      choice(
        BundleSettings.ExistingVersion.self,
        "how to read a `db_version` that SQLScripts did not write: `\"installed\"` or `\"nextStep\"`"
      )
    case .outOfOrder:
      choice(
        BundleSettings.OutOfOrder.self,
        "`\"refuse\"` (the default) or `\"apply\"`: what to do with an update that was merged late",
        assumed: "refuse")
    case .targets:
      KeyDocumentation(
        .dictionary(["type": ["string", "number"]]),
        "the oldest systems that the scripts must run on",
        examples: [["iOS": "15.0", "android": 30]])
    case .rules:
      KeyDocumentation(
        .dictionary(["enum": Self.choices(BundleSettings.RuleLevel.self)]),
        "the severity of a rule's findings: `\"off\"`, `\"info\"`, `\"warning\"`, `\"error\"`",
        examples: [["insert-without-columns": "warning", "drop-table": "off"]])
    case .sampleData:
      KeyDocumentation(
        .text,
        "the path of a `.sql` file, relative to the scripts folder. `validate` runs it on a database of the oldest version and then runs the updates, as with `--sample-data`",
        examples: ["samples.sql"])
    case .functions:
      KeyDocumentation(
        .dictionary(["type": "string"]),
        "functions that the app adds to SQLite, with an expression that stands in for each while `validate` and `rehearse` run the scripts on copies: `\"slug(title)\": \"lower(title)\"`. Write `(...)` for any number of arguments",
        examples: [["slug(title)": "lower(title)", "new_id()": "hex(randomblob(16))"]])
    case .collations:
      KeyDocumentation(
        .dictionary(["enum": Self.choices(SQLiteCollation.self)]),
        "collations that the app adds, with the collation of SQLite that stands in for each: `\"BINARY\"`, `\"NOCASE\"`, `\"RTRIM\"`",
        examples: [["by_length": "BINARY"]])
    }
  }

  private func choice<Choice>(
    _ choice: Choice.Type, _ meaning: String, assumed: JSONText? = nil
  ) -> KeyDocumentation where Choice: CaseIterable & RawRepresentable<String> {
    let names = Choice.allCases.map(\.rawValue)
    return KeyDocumentation(
      .choice(names), meaning, assumed: assumed, examples: names.map { .string($0) })
  }

  private static func choices<Choice>(
    _ choice: Choice.Type
  ) -> JSONText where Choice: CaseIterable & RawRepresentable<String> {
    .array(Choice.allCases.map { .string($0.rawValue) })
  }
}
