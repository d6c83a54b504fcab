import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

extension RehearsalDatabase {
  /// The number of rows of a table; nil if it cannot be read.
  func count(of table: SQLName) -> Int? {
    asRunner { try? connection.value("SELECT count(*) FROM main.\(table.quotedName)")?.int }
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed, without its triggers.
  var directChanges: Int { asRunner { (try? connection.value("SELECT changes()"))?.int ?? 0 } }

  /// The number of rows of a table whose values are compared.
  private static let comparedRows = 50

  /// The size of the values of a table that are compared.
  private static let comparedBytes = 4 << 20

  /// The number of rows of a table, and the values of a few rows, as the state before a script.
  ///
  /// - Parameters:
  ///   - comparesPart: whether the first rows of a larger table are compared. Otherwise they are only shown.
  ///   - room: the bytes that the values may have. Of larger ones, the first rows are only shown.
  func rows(
    of table: SQLName, _ snapshot: SchemaSnapshot, comparesPart: Bool, room: Int = .max
  ) -> SampleOutcome? {
    guard let structure = snapshot[table], structure.kind == .table else { return nil }
    return asRunner {
      let name = structure.name.quotedName
      guard let count = try? connection.value("SELECT count(*) FROM main.\(name)")?.int
      else { return nil }
      var outcome = SampleOutcome(before: count)
      outcome.isTooLarge = !comparesPart && count > Self.comparedRows
      let columns = structure.columns.filter { !$0.isGenerated }.map(\.name)
      let list = columns.map(\.quotedName).joined(separator: ", ")
      let order = structure.isWithoutRowID ? "" : " ORDER BY rowid"
      let query = "SELECT \(list) FROM main.\(name)\(order) LIMIT \(Self.comparedRows)"
      guard let statement = try? connection.prepare(query) else { return outcome }
      var rows: [[SQLiteValue]] = []
      do throws(SQLiteError) {
        while try statement.step() {
          guard outcome.byteCount + statement.byteCount <= min(room, Self.comparedBytes) else {
            outcome.isTooLarge = true
            break
          }
          outcome.byteCount += statement.byteCount
          rows.append(statement.row)
        }
      } catch {
        return outcome
      }
      for (index, column) in columns.enumerated() {
        outcome.valuesBefore[SQLName(column)] = rows.map { $0[index] }
      }
      return outcome
    }
  }
}
