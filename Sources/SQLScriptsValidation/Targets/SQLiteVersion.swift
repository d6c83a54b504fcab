import SQLScriptsDatabase
import SQLScriptsScratch

/// The number of a SQLite release: 3.35.5.
package struct SQLiteVersion: Sendable, Hashable, Comparable {
  package let major: Int
  package let minor: Int
  package let patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads "3.35" or "3.35.5"; nil for everything else.
  package init?(_ text: String) {
    guard let numbers = VersionNumbers(text)?.numbers, (2...3).contains(numbers.count) else {
      return nil
    }
    self.init(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
  }

  /// The release that runs here.
  package static let running = SQLiteVersion(Connection.libraryVersion) ?? SQLiteVersion(3, 38)

  package static func < (left: SQLiteVersion, right: SQLiteVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension SQLiteVersion: CustomStringConvertible {
  /// The usual form: 3.35 and 3.35.5, never 3.35.0.
  package var description: String { "\(major).\(minor)" + (patch == 0 ? "" : ".\(patch)") }

  /// The version without the patch release, which never adds features.
  package var short: String { "\(major).\(minor)" }
}

/// The version of a system: numbers separated by dots.
package struct VersionNumbers: Sendable, Hashable, Comparable {
  package let numbers: [Int]

  /// Reads "15" or "15.4"; nil for everything else.
  package init?(_ text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      // Longer numbers are not versions, and would overflow.
      guard (1...9).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    guard (1...4).contains(numbers.count) else { return nil }
    self.numbers = numbers
  }

  /// The first number.
  package var major: Int { numbers.first ?? 0 }

  package static func == (left: VersionNumbers, right: VersionNumbers) -> Bool {
    left.padded == right.padded
  }

  package static func < (left: VersionNumbers, right: VersionNumbers) -> Bool {
    left.padded.lexicographicallyPrecedes(right.padded)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(padded) }

  private var padded: [Int] { numbers + Array(repeating: 0, count: max(0, 4 - numbers.count)) }
}
