/// Maps app versions to database versions. List each app version that introduced a database version.
///
/// ```swift
/// let versions: AppVersions = ["1.0.0": 1, "1.10.2": 2]
/// ```
///
/// App versions in between have the database version of the earlier entry, and later ones that of the last. Numbers are
/// compared as numbers: 1.9 is before 1.10, and 1.10 equals 1.10.0.
public struct AppVersions: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The database version for each app version.
  public var versions: [String: Int64]

  /// Creates a map from a dictionary.
  public init(_ versions: [String: Int64]) {
    self.versions = versions
  }

  /// Creates a map from a literal. If an app version is there twice, the last entry counts.
  public init(dictionaryLiteral elements: (String, Int64)...) {
    versions = Dictionary(elements, uniquingKeysWith: { $1 })
  }
}

extension AppVersions {
  /// The database version of an app version.
  func version(of text: String) throws(AdoptionProblem) -> Int64 {
    guard let wanted = Self.numbers(text) else { throw .notAnAppVersion(text) }
    var best: (numbers: [Int64], name: String, version: Int64)?
    for (name, version) in versions.sorted(by: { $0.key < $1.key }) {
      guard let numbers = Self.numbers(name) else { throw .notAnAppVersion(name) }
      if wanted.lexicographicallyPrecedes(numbers) { continue }
      if let found = best {
        if found.numbers == numbers, found.version != version {
          throw .sameAppVersion(found.name, name)
        }
        if !found.numbers.lexicographicallyPrecedes(numbers) { continue }
      }
      best = (numbers, name, version)
    }
    guard let best else { throw .unknownAppVersion(text) }
    return best.version
  }

  /// The numbers of an app version without trailing zeros; nil for any other text.
  private static func numbers(_ text: String) -> [Int64]? {
    var numbers: [Int64] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int64(part)
      else { return nil }
      numbers.append(number)
    }
    while numbers.last == 0 { numbers.removeLast() }
    return numbers
  }
}
