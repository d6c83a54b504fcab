import SQLScriptsReporting

/// A document in which each repeated value and each list of keys is written once. `packed.js` reads it.
///
/// `shapes` are the keys of objects, and `shared` the values that occur more than once. In `shared` and `document`, a number
/// is the index of an earlier value in `shared`. An array begins with a number: that of the shape of an object, −1 for an
/// array, or −2 for a number. Texts, true, false and null stand for themselves.
struct PackedJSON {
  let json: JSONText

  init(_ document: JSONText) {
    var values = DistinctValues()
    let root = values.index(of: document)
    var numbers: [Int: Int64] = [:]
    var shared: [JSONText] = []
    // The parts of a value have smaller indices than the value.
    for index in values.all.indices where values.uses[index] > 1 && values.all[index].isLong {
      shared.append(Self.written(index, values, numbers))
      numbers[index] = Int64(numbers.count)
    }
    json = [
      "shapes": .array(values.shapes.map { .array($0.map { .string($0) }) }),
      "shared": .array(shared), "document": Self.written(root, values, numbers),
    ]
  }

  private static func written(
    _ index: Int, _ values: DistinctValues, _ numbers: [Int: Int64]
  ) -> JSONText {
    if let number = numbers[index] { return .integer(number) }
    let parts = { (list: [Int]) in list.map { written($0, values, numbers) } }
    switch values.all[index] {
    case .text(let bytes): return .string(String(decoding: bytes, as: UTF8.self))
    case .integer(let number): return [-2, .integer(number)]
    case .double(let bits): return [-2, .double(Double(bitPattern: bits))]
    case .bool(let value): return .bool(value)
    case .null: return .null
    case .array(let list): return .array([-1] + parts(list))
    case .object(let shape, let list): return .array([.int(shape)] + parts(list))
    }
  }
}

/// The different values of a document. Texts are compared by their bytes: `String` finds two spellings of “é” equal.
private struct DistinctValues {
  enum Value: Hashable {
    case text([UInt8])
    case integer(Int64)
    case double(UInt64)
    case bool(Bool)
    case null
    case array([Int])
    case object(shape: Int, [Int])

    /// Whether it takes more room than the number that stands for it.
    var isLong: Bool {
      switch self {
      case .text(let bytes): bytes.count > 5
      case .array(let parts), .object(_, let parts): !parts.isEmpty
      default: false
      }
    }
  }

  private(set) var all: [Value] = []
  /// In how many places of other values each one occurs.
  private(set) var uses: [Int] = []
  private(set) var shapes: [[String]] = []
  private var indices: [Value: Int] = [:]
  private var shapeIndices: [[[UInt8]]: Int] = [:]

  mutating func index(of json: JSONText) -> Int {
    switch json {
    case .string(let text): add(.text(Array(text.utf8)))
    case .integer(let number): add(.integer(number))
    case .double(let number): add(.double(number.bitPattern))
    case .bool(let value): add(.bool(value))
    case .null: add(.null)
    case .array(let values): add(.array(parts(values)))
    case .object(let members):
      add(.object(shape: shape(members.map(\.key)), parts(members.map(\.value))))
    }
  }

  private mutating func parts(_ values: [JSONText]) -> [Int] { values.map { index(of: $0) } }

  private mutating func add(_ value: Value) -> Int {
    if let index = indices[value] { return index }
    switch value {
    case .array(let parts), .object(_, let parts): for part in parts { uses[part] += 1 }
    default: break
    }
    indices[value] = all.count
    all.append(value)
    uses.append(0)
    return all.count - 1
  }

  private mutating func shape(_ keys: [String]) -> Int {
    let bytes = keys.map { Array($0.utf8) }
    if let index = shapeIndices[bytes] { return index }
    shapeIndices[bytes] = shapes.count
    shapes.append(keys)
    return shapes.count - 1
  }
}
