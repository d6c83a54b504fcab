import SQLScriptsDatabase
import SQLScriptsSQL

extension SQLName {
  init(_ text: UnsafePointer<CChar>) { self.init(String(cString: text)) }
}

extension SQLiteValue {
  /// The text as the name of a table or column; nil for any other value.
  var name: SQLName? { string.map { SQLName($0) } }
}
