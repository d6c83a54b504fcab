import MigrationSamples
import SQLScripts
import Testing

/// Rows that become values of `Decodable` types.
@Suite struct RowDecodingTests {
  private struct User: Decodable, Equatable {
    var id: Int64
    var name: String
    var age: Int?
  }

  private struct Numbers: Decodable, Equatable {
    var int: Int
    var int8: Int8
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var uint: UInt
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var float: Float
    var double: Double
  }

  private enum Role: String, Codable, SQLiteBindable { case admin, guest }
  private enum Level: Int8, Codable, SQLiteBindable { case low = 1, high }

  /// What an error says: the column of its path, and its words.
  private func problem(_ body: () throws -> some Any) throws -> String {
    let error = try #require(#expect(throws: DecodingError.self) { _ = try body() })
    switch error {
    case .typeMismatch(_, let context):
      return "mismatch \(path(context)): \(context.debugDescription)"
    case .valueNotFound(_, let context): return "NULL \(path(context)): \(context.debugDescription)"
    case .keyNotFound(let key, let context):
      return "missing \(key.stringValue): \(context.debugDescription)"
    case .dataCorrupted(let context):
      return "wrong \(path(context)): \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }

  private func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: ".")
  }

  // MARK: Errors

  @Test func `a column that the type needs must exist, also for an optional property`() throws {
    let row: SQLiteRow = ["id": 1, "nmae": "Ada", "age": 36]
    #expect(
      try problem { try row.decode(User.self) }
        == "missing name: the row has no column “name”, only id, nmae, age")
    let short: SQLiteRow = ["id": 1, "name": "Ada"]
    #expect(
      try problem { try short.decode(User.self) }
        == "missing age: the row has no column “age”, only id, name")
  }

  @Test func `NULL is an error unless the property is optional`() throws {
    let row: SQLiteRow = ["id": 1, "name": nil, "age": nil]
    #expect(
      try problem { try row.decode(User.self) }
        == "NULL name: the column “name” is NULL, but String is not optional")
    let named: SQLiteRow = ["id": 1, "name": "Ada", "age": nil]
    #expect(try named.decode(User.self) == User(id: 1, name: "Ada", age: nil))
  }

  @Test func `a value of another kind is an error that shows it`() throws {
    let row: SQLiteRow = ["id": 1, "name": "Ada", "age": "thirty"]
    #expect(
      try problem { try row.decode(User.self) }
        == "mismatch age: the column “age” contains the text “thirty”, which is not a valid Int")
    let number: SQLiteRow = ["id": 1, "name": 5, "age": nil]
    #expect(
      try problem { try number.decode(User.self) }
        == "mismatch name: the column “name” contains the integer 5, which is not a valid String")
    let real: SQLiteRow = ["x": 3.5]
    #expect(
      try problem { try real.decode(Int.self) }
        == "mismatch : the column “x” contains the real number 3.5, which is not a valid Int")
    let long: SQLiteRow = ["x": .text(String(repeating: "é", count: 1000))]
    #expect(
      try problem { try long.decode(Int.self) }
        == "mismatch : the column “x” contains the text “\(String(repeating: "é", count: 80))…”, "
        + "which is not a valid Int")
    let invalid: SQLiteRow = ["x": .invalidText([0x66, 0xFF])]
    #expect(
      try problem { try invalid.decode(String.self) }
        == "mismatch : the column “x” contains a text of 2 bytes that is not valid UTF-8, which is not a "
        + "valid String")
    let text: SQLiteRow = ["x": "true"]
    #expect(try problem { try text.decode(Bool.self) }.hasPrefix("mismatch"))
  }

  @Test func `an integer that the type cannot hold is an error`() throws {
    func fits<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws {
      let (least, greatest) = (Int64(clamping: Number.min), Int64(clamping: Number.max))
      for bound in [least, greatest] {
        let row: SQLiteRow = ["x": .integer(bound)]
        #expect(try row.decode(type) == Number(bound))
      }
      let outside = [least == .min ? nil : least - 1, greatest == .max ? nil : greatest + 1]
      for number in outside.compactMap({ $0 }) {
        let row: SQLiteRow = ["x": .integer(number)]
        #expect(
          try problem { try row.decode(type) } == "wrong : the column “x” contains the integer "
            + "\(number), which does not fit in \(type)")
      }
    }
    try fits(Int.self)
    try fits(Int8.self)
    try fits(Int16.self)
    try fits(Int32.self)
    try fits(Int64.self)
    try fits(UInt.self)
    try fits(UInt8.self)
    try fits(UInt16.self)
    try fits(UInt32.self)
    try fits(UInt64.self)
    let large: SQLiteRow = ["x": 1e300]
    #expect(
      try problem { try large.decode(Float.self) }
        == "wrong : the column “x” contains the real number 1e+300, which does not fit in Float")
    let infinite: SQLiteRow = ["x": .real(.infinity)]
    #expect(try infinite.decode(Float.self) == .infinity)
  }

  @Test func `a raw value without a case is an error at its column`() throws {
    struct Member: Decodable { var role: Role }
    let row: SQLiteRow = ["role": "owner"]
    let words = try problem { try row.decode(Member.self) }
    #expect(words.hasPrefix("wrong role: ") && words.contains("owner"))
  }

  @Test func `a property that needs several values is an error`() throws {
    struct Nested: Decodable { var user: User }
    struct List: Decodable { var names: [String] }
    let row: SQLiteRow = ["user": "{}", "names": "[]"]
    #expect(
      try problem { try row.decode(Nested.self) } == "mismatch user: the column “user” contains "
        + "the text “{}”, but the type needs several values, one for each of its keys")
    #expect(
      try problem { try row.decode(List.self) } == "mismatch names: the column “names” contains "
        + "the text “[]”, but the type needs a list of values")
    let list = try problem { try row.decode([String].self) }
    #expect(list.hasPrefix("mismatch : a row decodes into"))
  }

  @Test func `a single value needs a row with one column`() throws {
    let row: SQLiteRow = ["a": 1, "b": 2]
    #expect(
      try problem { try row.decode(Int.self) } == "wrong : a single value decodes from a row with "
        + "one column, but the row has 2: a, b")
    #expect(try problem { try row.decode([UInt8].self) }.hasPrefix("wrong : a single value"))
    #expect(try problem { try SQLiteRow().decode(Int.self) }.contains("the row has 0"))
  }

  // MARK: Values

  @Test func `numbers of every type are read back`() throws {
    let database = ManagerSamples.manager(":memory:")
    let row = try #require(
      try database.queryFirst(
        """
        SELECT ? AS int, ? AS int8, ? AS int16, ? AS int32, ? AS int64, ? AS uint, ? AS uint8,
          ? AS uint16, ? AS uint32, ? AS uint64, ? AS float, ? AS double
        """, Int.min, Int8.min, Int16.min, Int32.min, Int64.min, UInt(5), UInt8.max, UInt16.max,
        UInt32.max, UInt64(Int64.max), Float.pi, Double.pi))
    #expect(
      try row.decode()
        == Numbers(
          int: .min, int8: .min, int16: .min, int32: .min, int64: .min, uint: 5, uint8: .max,
          uint16: .max, uint32: .max, uint64: UInt64(Int64.max), float: .pi, double: .pi))
  }

  @Test func `optional properties of every type read NULL and values`() throws {
    struct Optionals: Decodable, Equatable {
      var bool: Bool?
      var int: Int?
      var int8: Int8?
      var int16: Int16?
      var int32: Int32?
      var int64: Int64?
      var uint: UInt?
      var uint8: UInt8?
      var uint16: UInt16?
      var uint32: UInt32?
      var uint64: UInt64?
      var float: Float?
      var double: Double?
      var string: String?
      var bytes: [UInt8]?
      var role: Role?
    }
    let names = [
      "bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32",
      "uint64", "float", "double", "string", "bytes", "role",
    ]
    let database = ManagerSamples.manager(":memory:")
    func row(_ value: (String) -> String) throws -> SQLiteRow {
      let columns = names.map { "\(value($0)) AS \($0)" }.joined(separator: ", ")
      return try database.query("SELECT \(columns)")[0]
    }
    let none = try row { _ in "NULL" }
    #expect(try none.decode() == Optionals())
    let texts = ["string": "'x'", "bytes": "x'00FF'", "role": "'admin'"]
    let all = try row { texts[$0] ?? "1" }
    #expect(
      try all.decode()
        == Optionals(
          bool: true, int: 1, int8: 1, int16: 1, int32: 1, int64: 1, uint: 1, uint8: 1, uint16: 1,
          uint32: 1, uint64: 1, float: 1, double: 1, string: "x", bytes: [0, 255], role: .admin))
    for name in names {
      let some = try row { $0 == name ? "NULL" : texts[$0] ?? "1" }.decode(Optionals.self)
      #expect(some != Optionals())
      // Without the column, the row does not fit.
      let kept = names.filter { $0 != name }.map { "NULL AS \($0)" }.joined(separator: ", ")
      let rest = try #require(try database.queryFirst("SELECT \(kept)"))
      #expect(try problem { try rest.decode(Optionals.self) }.hasPrefix("missing \(name)"))
    }
  }

  @Test func `bytes, Booleans and raw values are read`() throws {
    struct Item: Decodable, Equatable {
      var bytes: [UInt8]
      var isDone: Bool
      var role: Role
      var level: Level
    }
    let database = ManagerSamples.manager(":memory:")
    let row = try #require(
      try database.queryFirst(
        "SELECT ? AS bytes, ? AS isdone, ? AS ROLE, ? AS level", [0, 1] as [UInt8], true,
        Role.guest, Level.high))
    #expect(
      try row.decode() == Item(bytes: [0, 1], isDone: true, role: .guest, level: .high))
  }

  @Test func `the rows of a query are decoded in order`() throws {
    let database = ManagerSamples.manager(":memory:")
    for (name, age) in [("Ada", 36), ("Grace", nil)] as [(String, Int?)] {
      try database.execute("INSERT INTO user_info (name, age) VALUES (?, ?)", name, age ?? 0)
    }
    let users = try database.query(
      "SELECT id, name, nullif(age, 0) AS age, 1 AS other FROM user_info ORDER BY id"
    ).decode(User.self)
    #expect(
      users == [User(id: 1, name: "Ada", age: 36), User(id: 2, name: "Grace", age: nil)])
    #expect(try database.queryFirst("SELECT count(*) FROM user_info")?.decode() == 2)
    #expect(try database.queryFirst("SELECT x'07' AS a")?.decode() == [7] as [UInt8])
    #expect(try database.queryFirst("SELECT NULL")?.decode(Int?.self) == .some(nil))
    #expect(try database.queryFirst("SELECT 1 AS a, 2 AS b")?.decode() == ["a": 1, "b": 2])
  }

  // Swift infers the optional type itself for `let user: User? = try row?.decode()`.
  @Test func `an optional type reads the same row`() throws {
    struct One: Decodable, Equatable { var id: Int }
    let row: SQLiteRow = ["id": 1, "name": "Ada", "age": nil]
    #expect(try row.decode(User?.self) == User(id: 1, name: "Ada", age: nil))
    let one: SQLiteRow = ["id": 1]
    #expect(try one.decode(One?.self) == One(id: 1))
    let nothing: SQLiteRow = ["id": nil]
    #expect(try nothing.decode(One?.self) == .some(nil))
    let none: SQLiteRow = ["id": nil, "name": nil, "age": nil]
    #expect(throws: DecodingError.self) { try none.decode(User?.self) }
  }

  @Test func `a class reads the columns of its superclass from the same row`() throws {
    class Base: Decodable { var id: Int }
    final class Derived: Base {
      var name: String
      enum Keys: CodingKey { case name }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: container.superDecoder())
      }
    }
    let row: SQLiteRow = ["id": 7, "name": "Ada"]
    let derived = try row.decode(Derived.self)
    #expect(derived.id == 7 && derived.name == "Ada")
  }

  // MARK: Names

  @Test(arguments: [
    ("id", "id"), ("createdAt", "created_at"), ("userID", "user_id"), ("myURLPath", "my_url_path"),
    ("URL", "url"), ("isOK", "is_ok"), ("_id", "_id"), ("created_at", "created_at"),
    ("line2Text", "line2_text"), ("größeÄ", "größe_ä"), ("", ""),
  ])
  func `keys in camel case read columns in snake case`(_ key: String, _ column: String) throws {
    let row = SQLiteRow(dictionaryLiteral: (column, 1))
    #expect(try row.decode(OneKey.self, columns: .snakeCase, key: key) == 1)
    let same = SQLiteRow(dictionaryLiteral: (column, 2), (key, 1))
    #expect(try same.decode(OneKey.self, columns: .snakeCase, key: key) == (key == column ? 2 : 1))
  }

  @Test func `snake case is read only if asked`() throws {
    struct Event: Decodable { var createdAt: String }
    let row: SQLiteRow = ["created_at": "now"]
    #expect(try row.decode(Event.self, columns: .snakeCase).createdAt == "now")
    #expect(try [row].decode(Event.self, columns: .snakeCase).map(\.createdAt) == ["now"])
    #expect(
      try problem { try row.decode(Event.self) }
        == "missing createdAt: the row has no column “createdAt”, only created_at")
    let other: SQLiteRow = ["created": "now"]
    #expect(
      try problem { try other.decode(Event.self, columns: .snakeCase) }
        == "missing createdAt: the row has no column “created_at”, only created")
  }
}

/// Reads the key that the test asks for.
private struct OneKey: Decodable {
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @TaskLocal static var key = ""
  var value: Int

  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: Key.self)
      .decode(Int.self, forKey: Key(stringValue: Self.key))
  }
}

extension SQLiteRow {
  fileprivate func decode(
    _ type: OneKey.Type, columns: ColumnNames, key: String
  ) throws -> Int {
    try OneKey.$key.withValue(key) { try decode(type, columns: columns).value }
  }
}
