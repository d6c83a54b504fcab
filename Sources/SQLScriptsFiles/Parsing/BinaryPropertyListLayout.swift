/// The structure of a `bplist00`: header, objects, offset table, trailer of 32 bytes. All numbers are big-endian. Every
/// number is checked against the size of the file before it is used.
struct BinaryPropertyListLayout {
  let bytes: UnsafeBufferPointer<UInt8>
  let topObject: Int
  private let offsetSize: Int
  private let referenceSize: Int
  let objectCount: Int
  private let tableStart: Int

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 8 + 1 + 1 + 32, bytes.starts(with: "bplist00".utf8) else { return nil }
    self.bytes = bytes
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    func number(_ offset: Int) -> Int? {
      Self.unsigned(bytes[offset..<offset + 8]).flatMap { Int(exactly: $0) }
    }
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = number(trailer + 8), let top = number(trailer + 16),
      let table = number(trailer + 24), table >= 9, table <= trailer, count > top,
      count <= (trailer - table) / offsetSize
    else {
      return nil
    }
    objectCount = count
    topObject = top
    tableStart = table
  }

  /// The marker byte and the count of an object.
  struct Header {
    let start: Int
    let type: UInt8
    /// The low four bits of the marker.
    let low: Int
    /// The number of units of a text, data or container.
    let count: Int
    let contentStart: Int
  }

  func header(of object: Int) -> Header? {
    guard object >= 0, object < objectCount else { return nil }
    let entry = tableStart + object * offsetSize
    guard
      let start = Self.unsigned(bytes[entry..<entry + offsetSize]).flatMap({ Int(exactly: $0) }),
      start >= 8, start < tableStart
    else {
      return nil
    }
    let type = bytes[start] >> 4
    let low = Int(bytes[start] & 0x0F)
    guard type >= 4, low == 0x0F else {
      return Header(start: start, type: type, low: low, count: low, contentStart: start + 1)
    }
    // An integer object with the count follows.
    guard start + 1 < tableStart, bytes[start + 1] >> 4 == 1, bytes[start + 1] & 0x0F <= 3 else {
      return nil
    }
    let size = 1 << Int(bytes[start + 1] & 0x0F)
    guard let digits = content(at: start + 2, count: size, of: 1),
      let count = Self.unsigned(bytes[digits]).flatMap({ Int(exactly: $0) })
    else {
      return nil
    }
    return Header(
      start: start, type: type, low: low, count: count, contentStart: digits.upperBound)
  }

  /// The bytes of `count` units, if they are inside the objects.
  func content(at start: Int, count: Int, of size: Int) -> Range<Int>? {
    let (length, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, count >= 0, start <= tableStart, length <= tableStart - start else {
      return nil
    }
    return start..<start + length
  }

  /// The references of a container. For a dictionary, all keys come before all values.
  func references(of header: Header, perItem: Int) -> Range<Int>? {
    content(at: header.contentStart, count: header.count, of: referenceSize * perItem)
  }

  func reference(_ index: Int, in range: Range<Int>) -> Int? {
    let start = range.lowerBound + index * referenceSize
    guard start + referenceSize <= range.upperBound else { return nil }
    return Self.unsigned(bytes[start..<start + referenceSize]).flatMap { Int(exactly: $0) }
  }

  static func unsigned(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
    bytes.count <= 8 ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
  }
}
