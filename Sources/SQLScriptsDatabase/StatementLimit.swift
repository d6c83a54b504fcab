/// A limit of a scratch database that stopped a statement.
package enum StatementLimit: Sendable, Hashable {
  /// The time in which it did not end.
  case time(Milliseconds)

  /// The time of all statements together.
  case timeOfAll

  /// The bytes of memory that it may allocate.
  case memory(Int64)

  /// The bytes of a value.
  case value(Int64)

  /// The bytes of the database.
  case database(Int64)

  /// The number of queries to which it may expand. It was not run.
  case queries(Int)

  /// The message of the error; nil if SQLite's own names the limit.
  var message: String? {
    switch self {
    case .time(let time): "stopped after \(time.words), because it did not end"
    case .timeOfAll: "stopped because all statements together took too long"
    case .memory(let count): "stopped because it needs more than \(count >> 20) MiB of memory"
    case .queries(let count): "becomes more than \(count) queries"
    case .value, .database: nil
    }
  }
}

extension Milliseconds {
  /// “2 seconds”, or “125 milliseconds” if it is not a whole number of seconds.
  package var words: String {
    let (seconds, rest) = count.quotientAndRemainder(dividingBy: 1000)
    return rest > 0 ? "\(count) milliseconds" : seconds == 1 ? "1 second" : "\(seconds) seconds"
  }
}

extension SQLiteError {
  /// The error of a statement that was not run, because of a limit.
  package static func refused(_ limit: StatementLimit, code: SQLiteResultCode) -> Self {
    var error = SQLiteError(code: code, message: limit.message ?? "")
    error.limit = limit
    return error
  }
}
