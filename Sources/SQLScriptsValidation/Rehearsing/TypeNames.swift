/// Common type names. SQLite accepts any words as a type.
enum TypeNames {
  /// The number of the uppercase words that form one type.
  static func phrase(_ words: ArraySlice<String>) -> Int {
    var index = words.startIndex
    while index < words.endIndex, signs.contains(words[index]) { index += 1 }
    let rest = words[index...]
    let length =
      phrases.filter { rest.starts(with: $0) }.map(\.count).max()
      ?? (rest.first.map(isKnown) == true ? 1 : 0)
    index += length
    while index < words.endIndex, signs.contains(words[index]) { index += 1 }
    return index - words.startIndex
  }

  static func isKnown(_ word: String) -> Bool {
    if known.contains(word) || signs.contains(word) { return true }
    // INT8, UINT64, FLOAT4, VARCHAR2
    let name = String(word.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
    return name != word && (known.contains(name) || name == "UINT")
  }

  /// Words of other databases for text types.
  static let texts: Set = ["STRING", "STR", "CITEXT", "ENUM", "NTXT", "LONGSTRING", "MEMO"]

  /// Words that look like a misspelled type and are not: somebody may have chosen them as a name.
  static let otherWords: Set = [
    "BOND", "BOOK", "BOOM", "BOOT", "BYE", "CHART", "CHAT", "CLUB", "DARE", "DATA", "DATED",
    "DATES", "DATUM", "DEAL", "DICE", "DIME", "FLAT", "GATE", "HOME", "HONEY", "IMAGES", "LATE",
    "LIME", "LINE", "MATE", "MEAL", "MINE", "MONKEY", "NEAR", "NEXT", "NUMBERS", "PEAL", "RARE",
    "RATE", "RAY", "READ", "REEL", "ROW", "SONG", "TALE", "TEST", "TIDE", "TIE", "TILE", "TIMED",
    "TIMER", "TIMES", "TONE", "TYPE", "WAR", "YEARS", "ZONE",
  ]

  private static let signs: Set = ["UNSIGNED", "SIGNED", "ZEROFILL"]

  static let known: Set = [
    "INT", "INTEGER", "TINYINT", "SMALLINT", "MEDIUMINT", "BIGINT", "LONG", "SHORT", "BYTE",
    "TEXT", "TINYTEXT", "MEDIUMTEXT", "LONGTEXT", "NTEXT", "CLOB", "NCLOB", "CHAR", "CHARACTER",
    "VARCHAR", "NCHAR", "NVARCHAR", "BPCHAR", "BLOB", "TINYBLOB", "MEDIUMBLOB", "LONGBLOB",
    "BINARY", "VARBINARY", "BYTEA", "RAW", "IMAGE", "REAL", "FLOAT", "DOUBLE", "NUMERIC", "DECIMAL",
    "DEC", "FIXED", "NUMBER", "MONEY", "CURRENCY", "BOOL", "BOOLEAN", "BIT", "DATE", "DATETIME",
    "TIMESTAMP", "TIMESTAMPTZ", "TIME", "TIMETZ", "YEAR", "JSON", "JSONB", "UUID", "GUID",
    "UNIQUEIDENTIFIER", "SERIAL", "BIGSERIAL", "ANY", "XML", "INET",
  ]

  private static let phrases: [[String]] = [
    "DOUBLE PRECISION", "LONG VARCHAR", "LONG INT", "LONG LONG", "LONG TEXT", "LONG RAW",
    "LONG LONG INT", "LONG INTEGER", "BIG INT", "BIG INTEGER", "SMALL INT", "TINY INT",
    "MEDIUM INT",
    "SHORT INT", "NATIVE CHARACTER", "NATIONAL CHARACTER", "NATIONAL CHARACTER VARYING",
    "NATIONAL VARCHAR", "CHARACTER VARYING", "CHAR VARYING", "VARYING CHARACTER", "BIT VARYING",
    "BINARY VARYING", "BINARY LARGE OBJECT", "CHARACTER LARGE OBJECT", "TIMESTAMP WITH TIME ZONE",
    "TIMESTAMP WITHOUT TIME ZONE", "TIMESTAMP WITH LOCAL TIME ZONE", "TIME WITH TIME ZONE",
    "TIME WITHOUT TIME ZONE", "FLOATING POINT", "DATE TIME", "DATE TEXT", "NVARCHAR MAX",
  ].map { $0.split(separator: " ").map(String.init) }
}
