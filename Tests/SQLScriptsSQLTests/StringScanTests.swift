import Testing

@testable import SQLScriptsSQL

/// Words of eight bytes and single bytes give the same results.
struct StringScanTests {
  @Test(arguments: [0x27, 0] as [UInt8])
  func `a string ends at its quote or at a NUL, wherever that is`(mark: UInt8) {
    for count in 0...40 {
      for place in 0...count {
        // Neighbors of both marks, which a borrow between two bytes could confuse with them.
        let neighbors: [UInt8] = [0x26, 0x28, 0x01, 0xA7, 0x80, 0xFF]
        var bytes = (0..<count).map { neighbors[$0 % neighbors.count] }
        if place < count { bytes[place] = mark }
        if place + 1 < count { bytes[place + 1] = 0x27 }
        for start in 0...place {
          let end = bytes.withUnsafeBufferPointer { StringScan.endOfRun(in: $0, from: start) }
          #expect(end == place, "\(bytes) from \(start)")
        }
      }
    }
  }

  @Test func `exactly the bytes of a token are copied`() {
    for count in 0...40 {
      let bytes = (0..<count).map { UInt8($0 + 1) }
      var target = [UInt8](repeating: 0xEE, count: 50)
      bytes.withUnsafeBufferPointer { bytes in
        target.withUnsafeMutableBufferPointer { StringScan.copy(bytes, to: $0) }
      }
      #expect(target == bytes + [UInt8](repeating: 0xEE, count: 50 - count))
    }
  }
}
