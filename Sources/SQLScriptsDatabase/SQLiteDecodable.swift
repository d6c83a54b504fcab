/// A type that is read from one value of a row, instead of by its own `Decodable` implementation.
///
/// `SQLiteRow.decode(_:columns:)` uses it for the properties of a type. It is the counterpart of `SQLiteBindable`. Numbers,
/// strings, Booleans, `[UInt8]` and enumerations with raw values need no conformance. `import SQLScriptsFoundation` adds
/// it to `Date`, `Data`, `UUID` and `URL`.
public protocol SQLiteDecodable: Decodable {
  /// Creates an instance from a value; nil if the value cannot be one. NULL is never passed.
  init?(sqliteValue: SQLiteValue)
}
