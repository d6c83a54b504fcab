import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import Testing

@testable import SQLScriptsAuthoring

/// The rows of a wanted database, which no update changes.
struct OtherRowsTests {
  private func tables(_ scripts: String, _ wanted: String) throws -> [String] {
    let connections = try [scripts, wanted].map { sql in
      let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
      for statement in sql.split(separator: ";") { try connection.execute(String(statement)) }
      return connection
    }
    let schemas = try connections.map { try WantedUpdate.snapshot(of: $0) }
    return try OtherRows(connections[0], connections[1]).tables(in: schemas[0], and: schemas[1])
  }

  private static let country = "CREATE TABLE country (code, name, at DEFAULT CURRENT_TIMESTAMP);"

  @Test(arguments: [
    ("VALUES ('DE', 'Germany', 1)", false), ("VALUES ('DE', 'Germany', 2)", false),
    ("VALUES ('DE', 'Deutschland', 1)", true), ("VALUES ('FR', 'France', 1)", true),
    ("VALUES ('DE', 'Germany', 1), ('FR', 'France', 1)", true),
  ])
  func `a table that the scripts fill is named if its rows differ`(rows: String, differ: Bool)
    throws
  {
    let seed = Self.country + "INSERT INTO country VALUES ('DE', 'Germany', 1)"
    #expect(
      try tables(seed, Self.country + "INSERT INTO country \(rows)")
        == (differ ? ["country"] : []))
  }

  @Test func `the rows of users, and a schema without rows, are no difference`() throws {
    let seed = Self.country + "INSERT INTO country VALUES ('DE', 'Germany', 1)"
    #expect(try tables(seed, Self.country) == [])
    let notes = "CREATE TABLE note (text);"
    #expect(try tables(notes, notes + "INSERT INTO note VALUES ('mine')") == [])
  }
}
