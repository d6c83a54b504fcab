import SQLScriptsSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// File names are bytes, and a Swift string contains only Unicode. A repaired name would mean another file.
extension String {
  /// Creates a string from the bytes of a file name, which need not be UTF-8.
  ///
  /// Each byte that is not part of UTF-8 becomes one of the last scalars of the private-use area: U+10FF80 for 0x80 up
  /// to U+10FFFF for 0xFF. `systemPath` converts them back. If the name itself contains such a scalar, its four bytes
  /// are kept in the same way.
  package init(systemBytes bytes: some Collection<UInt8>) {
    var scalars = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var raw = bytes.makeIterator()
    reading: while true {
      switch parser.parseScalar(from: &input) {
      case .valid(let code):
        let scalar = Unicode.UTF8.decode(code)
        let isStandIn = Self.byte(for: scalar) != nil
        for _ in code {
          let byte = raw.next()
          if isStandIn, let byte { scalars.append(Self.standIn(for: byte)) }
        }
        if !isStandIn { scalars.append(scalar) }
      case .error(let length):
        for _ in 0..<length {
          if let byte = raw.next() { scalars.append(Self.standIn(for: byte)) }
        }
      case .emptyInput: break reading
      }
    }
    self.init(scalars)
  }

  /// Creates a string from a file name of the system, which ends with NUL.
  package init(systemName name: UnsafePointer<CChar>) {
    if let text = String(validatingCString: name), !text.hasStandIns {
      self = text
      return
    }
    var bytes: [UInt8] = []
    var next = name
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    self.init(systemBytes: bytes)
  }

  /// The bytes of the file name for the system, and a NUL.
  ///
  /// A name with a NUL becomes empty, which is never the name of a file. Otherwise the system would use the part before
  /// the NUL.
  package var systemPath: [CChar] {
    guard !hasNUL else { return [0] }
    guard hasStandIns else {
      var text = self
      return text.withUTF8 { bytes in
        [CChar](unsafeUninitializedCapacity: bytes.count + 1) { place, count in
          UnsafeMutableRawBufferPointer(place).copyMemory(from: UnsafeRawBufferPointer(bytes))
          place[bytes.count] = 0
          count = bytes.count + 1
        }
      }
    }
    var bytes: [CChar] = []
    for scalar in unicodeScalars {
      if let byte = Self.byte(for: scalar) {
        bytes.append(CChar(bitPattern: byte))
      } else {
        bytes += UTF8.encode(scalar)?.map { CChar(bitPattern: $0) } ?? []
      }
    }
    return bytes + [0]
  }

  /// Whether the name of a file is not UTF-8.
  package var hasStandIns: Bool {
    // All of them begin with this byte in UTF-8, and hardly anything else does.
    var text = self
    let isPossible = text.withUTF8 { bytes in
      bytes.baseAddress.map { memchr($0, 0xF4, bytes.count) != nil } ?? false
    }
    return isPossible && unicodeScalars.contains { Self.byte(for: $0) != nil }
  }

  private static let firstStandIn: UInt32 = 0x10FF00

  private static func standIn(for byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(firstStandIn + UInt32(byte)) ?? "\u{FFFD}"
  }

  private static func byte(for scalar: Unicode.Scalar) -> UInt8? {
    guard scalar.value >= firstStandIn + 0x80 else { return nil }
    return UInt8(exactly: scalar.value - firstStandIn)
  }
}
