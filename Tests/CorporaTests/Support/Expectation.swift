/// What a folder's `expected.json` says about its history.
struct Expectation: Decodable, Sendable {
  /// How a history may be replayed.
  enum Mode: String, Decodable {
    /// As it is.
    case tool
    /// Only after transaction control and what cannot run in a transaction are taken out.
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
    /// The hash of each column's values; none where the table is empty.
    let cols: [String: String]?
  }

  let mode: Mode
  /// The schema hash after each version; nil where the script fails.
  let steps: [String?]?
  let lastGoodSchema: String?
  let failsAt: Failure?

  // Of a seeded history: how it ends.
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
