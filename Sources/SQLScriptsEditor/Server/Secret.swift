/// 256 random bits, written as 64 hexadecimal digits.
package struct Secret: Sendable {
  package let text: String

  /// Creates a secret from the random numbers of the system, which are suitable for cryptography.
  package init() {
    var source = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(source.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Compares in constant time, so that the duration does not tell how many characters are right.
  func matches(_ guess: some StringProtocol) -> Bool {
    let (own, other) = (Array(text.utf8), Array(guess.utf8))
    // The length of a secret is no secret.
    guard own.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in own.indices { difference |= own[index] ^ other[index] }
    return difference == 0
  }
}
