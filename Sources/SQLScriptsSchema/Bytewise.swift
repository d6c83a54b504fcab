import SQLScriptsDatabase
import SQLScriptsSQL

/// A value whose texts are compared byte by byte, as SQLite does without a collation. As `String`s, the two spellings
/// of “é” are equal.
///
/// Put it before a stored property that must be compared in this way, or use it as a key.
@propertyWrapper
package struct Bytewise<Value: BytewiseComparable>: Hashable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  package init(_ value: Value) {
    wrappedValue = value
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue.hasSameBytes(as: right.wrappedValue)
  }

  package func hash(into hasher: inout Hasher) {
    wrappedValue.hashBytes(into: &hasher)
  }
}

extension Bytewise: Sendable where Value: Sendable {}

extension Bytewise: Comparable where Value == String {
  /// The order of the bytes, the same on every machine.
  package static func < (left: Self, right: Self) -> Bool {
    left.wrappedValue.utf8.lexicographicallyPrecedes(right.wrappedValue.utf8)
  }
}

package protocol BytewiseComparable {
  func hasSameBytes(as other: Self) -> Bool
  func hashBytes(into hasher: inout Hasher)
}

extension String: BytewiseComparable {}

extension Optional: BytewiseComparable where Wrapped: BytewiseComparable {
  package func hasSameBytes(as other: Wrapped?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.hasSameBytes(as: right)
    default: false
    }
  }

  package func hashBytes(into hasher: inout Hasher) {
    hasher.combine(self != nil)
    self?.hashBytes(into: &hasher)
  }
}

extension Array: BytewiseComparable where Element: BytewiseComparable {
  package func hasSameBytes(as other: [Element]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  package func hashBytes(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { element.hashBytes(into: &hasher) }
  }
}
