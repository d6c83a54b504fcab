import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

/// Misspelled types that store the same values as the types that are meant.
struct MisspelledTypeTests {
  private func help(_ type: String) -> [String?] {
    let scripts = ScriptBundle(scripts: [
      .file(
        named: "sql_default.json",
        text: "[\"CREATE TABLE a (id INTEGER PRIMARY KEY, b \(type))\"]")
    ])
    return Validator(ScriptLibrary(scripts)).validate().diagnostics
      .filter { $0.id == "unknown-type" }.map(\.help)
  }

  @Test(arguments: [
    ("INTGER", "INTEGER"), ("intergers", nil), ("interger", "INTEGER"), ("INTEGRE", "INTEGER"),
    ("INTEGERR", "INTEGER"), ("TEXTT", "TEXT"), ("TTEXT", "TEXT"), ("VRCHAR(20)", "VARCHAR"),
    ("CHARCTER(3)", "CHARACTER"), ("DOUBL", "DOUBLE"), ("FLOATT", "FLOAT"), ("BLOBB", "BLOB"),
  ])
  func `a misspelled type is noted`(type: String, meant: String?) {
    #expect(help(type) == (meant.map { ["Write \($0)."] } ?? []))
  }

  @Test(arguments: [
    "TIMETEXT", "TIMEINT", "BIGUINT", "TINYUINT", "SMALLUINT", "TEXTS", "TEXT_", "LANGTEXT",
    "LVARCHAR(3)", "VARCHARS(20)", "CHARX", "HUGEINT", "LONGINT", "BYTEINT", "INT64_T", "INTEGERS",
    "BLOBS", "REALS", "DOUBLES", "NCHARS(3)", "LONGCHAR", "MEDIUMCHAR", "TINYCHAR(3)", "INTBOOL",
    "SINT", "INTEGER4",
  ])
  func `a type of another system or an own name is not noted`(type: String) {
    #expect(help(type).isEmpty)
  }
}
