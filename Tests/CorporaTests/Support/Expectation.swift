/// The contents of `expected.json` in the folder of a history.
struct Expectation: Decodable, Sendable {
  /// How a history can be replayed.
  enum Mode: String, Decodable {
    /// Unchanged.
    case tool
    /// Only without transaction control and statements that cannot run in a transaction.
    case strip
    /// Up to a script that fails.
    case fails
  }

  struct Failure: Decodable {
    let version: Int64
    let file: String
    let statement: Int
    let error: String
  }

  struct Table: Decodable {
    let rows: Int64
    /// The hash of each column's values; nil if the table is empty.
    let cols: [String: String]?
  }

  let mode: Mode
  /// The schema hash after each version; nil where the script fails.
  let steps: [String?]?
  let lastGoodSchema: String?
  let failsAt: Failure?

  // For a history with rows: its end.
  let schema: String?
  let integrity: String?
  let foreignKeyViolations: Int?
  let tables: [String: Table]?

  enum CodingKeys: String, CodingKey {
    case mode, steps, integrity, tables
    case lastGoodSchema = "last_good_schema_sha256"
    case failsAt = "fails_at"
    case schema = "schema_sha256"
    case foreignKeyViolations = "fk_violations"
  }
}
