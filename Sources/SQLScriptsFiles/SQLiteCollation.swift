/// A collation that every SQLite has. See <https://www.sqlite.org/datatype3.html#collation>.
package enum SQLiteCollation: String, Sendable, Hashable, CaseIterable {
  case binary = "BINARY"
  case noCase = "NOCASE"
  case rightTrim = "RTRIM"
}
