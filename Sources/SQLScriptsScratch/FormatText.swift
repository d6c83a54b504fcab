import CSQLScriptsLibrary
import SQLScriptsDatabase

/// The first argument of `printf()`, read as SQLite reads it.
struct FormatText {
  private var next: UnsafePointer<UInt8>

  init(_ text: UnsafePointer<UInt8>) {
    next = text
  }

  /// The number of characters that `%.5c` and `%.*c` repeat. SQLite appends each one by itself, also after the text is too
  /// long.
  func repeatedCharacters(_ values: Slice<UnsafeBufferPointer<OpaquePointer?>>) -> Int64 {
    var (text, values) = (self, values)
    var sum: Int64 = 0
    while let precision = text.nextPrecision(&values) { sum &+= precision }
    return sum
  }

  /// The precision of the next `%c`; 0 for other conversions, nil at the end.
  private mutating func nextPrecision(
    _ values: inout Slice<UnsafeBufferPointer<OpaquePointer?>>
  ) -> Int64? {
    while next.pointee != UInt8(ascii: "%") {
      guard next.pointee != 0 else { return nil }
      next += 1
    }
    next += 1
    skip("-+ #!0,l")
    _ = number(&values)
    skip("l")
    var precision: Int64 = 0
    if next.pointee == UInt8(ascii: ".") {
      next += 1
      precision = number(&values)
      skip("l")
    }
    guard next.pointee != 0 else { return nil }
    let conversion = next.pointee
    next += 1
    if conversion == UInt8(ascii: "%") || conversion == UInt8(ascii: "n") { return 0 }
    _ = values.popFirst()
    return conversion == UInt8(ascii: "c") ? precision : 0
  }

  private mutating func skip(_ characters: StaticString) {
    while characters.withUTF8Buffer({ $0.contains(next.pointee) }) { next += 1 }
  }

  /// A width or precision. `*` is the next value.
  private mutating func number(
    _ values: inout Slice<UnsafeBufferPointer<OpaquePointer?>>
  ) -> Int64 {
    if next.pointee == UInt8(ascii: "*") {
      next += 1
      guard let value = values.popFirst() else { return 0 }
      return Int64(Int32(truncatingIfNeeded: sqlite.pointee.value_int64(value)).magnitude)
    }
    var number: UInt32 = 0
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next.pointee) {
      number = number &* 10 &+ UInt32(next.pointee - UInt8(ascii: "0"))
      next += 1
    }
    return Int64(number & 0x7FFF_FFFF)
  }
}
