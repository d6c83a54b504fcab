/// The hash XXH64, computed incrementally. It is fast and the same on every machine, but not cryptographic.
///
/// Follows the specification at https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md.
package struct XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  private typealias Lanes = (UInt64, UInt64, UInt64, UInt64)

  private let seed: UInt64
  private var lanes: Lanes
  private var count: UInt64 = 0

  /// Bytes that do not fill a stripe of 32 bytes yet.
  private var pending: [UInt8] = []

  package init(seed: UInt64 = 0) {
    self.seed = seed
    lanes = (
      seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1
    )
    pending.reserveCapacity(32)
  }

  /// Adds the next bytes.
  package mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    count &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let part = rest.prefix(32 - pending.count)
      pending.append(contentsOf: part)
      rest = rest.dropFirst(part.count)
      guard pending.count == 32 else { return }
      pending.withUnsafeBytes { Self.takeStripes(of: $0, into: &lanes) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count & ~31
    let stripes = UnsafeBufferPointer(rebasing: rest.prefix(whole))
    Self.takeStripes(of: UnsafeRawBufferPointer(stripes), into: &lanes)
    pending.append(contentsOf: rest.dropFirst(whole))
  }

  /// The hash of all bytes so far.
  package func finish() -> UInt64 {
    var hash: UInt64
    if count >= 32 {
      hash =
        lanes.0.rotated(1) &+ lanes.1.rotated(7) &+ lanes.2.rotated(12) &+ lanes.3.rotated(18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
      }
    } else {
      hash = seed &+ Self.prime5
    }
    hash &+= count
    pending.withUnsafeBytes { tail in
      var at = 0
      while at + 8 <= tail.count {
        hash ^= Self.round(0, tail.word(at: at))
        hash = hash.rotated(27) &* Self.prime1 &+ Self.prime4
        at += 8
      }
      if at + 4 <= tail.count {
        let word = UInt32(littleEndian: tail.loadUnaligned(fromByteOffset: at, as: UInt32.self))
        hash ^= UInt64(word) &* Self.prime1
        hash = hash.rotated(23) &* Self.prime2 &+ Self.prime3
        at += 4
      }
      for byte in tail[at...] {
        hash ^= UInt64(byte) &* Self.prime5
        hash = hash.rotated(11) &* Self.prime1
      }
    }
    hash = (hash ^ hash &>> 33) &* Self.prime2
    hash = (hash ^ hash &>> 29) &* Self.prime3
    return hash ^ hash &>> 32
  }

  private static func takeStripes(of bytes: UnsafeRawBufferPointer, into lanes: inout Lanes) {
    var (lane0, lane1, lane2, lane3) = lanes
    var at = 0
    while at + 32 <= bytes.count {
      lane0 = round(lane0, bytes.word(at: at))
      lane1 = round(lane1, bytes.word(at: at + 8))
      lane2 = round(lane2, bytes.word(at: at + 16))
      lane3 = round(lane3, bytes.word(at: at + 24))
      at += 32
    }
    lanes = (lane0, lane1, lane2, lane3)
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    (lane &+ input &* prime2).rotated(31) &* prime1
  }
}

extension UInt64 {
  fileprivate func rotated(_ bits: UInt64) -> UInt64 { self &<< bits | self &>> (64 &- bits) }
}

extension UnsafeRawBufferPointer {
  fileprivate func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
