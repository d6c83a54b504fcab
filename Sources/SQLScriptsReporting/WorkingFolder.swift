/// The folder of relative names. Some output formats need absolute paths, others relative URIs.
package struct WorkingFolder: Sendable, Hashable {
  private let components: [Substring]

  /// - Parameter path: an absolute path.
  package init(_ path: String) {
    components = Self.components(of: path)
  }

  /// A file's absolute path.
  package func absolutePath(of name: String) -> String {
    "/" + absoluteComponents(of: name).joined(separator: "/")
  }

  /// A file's path as people write it in this folder. A path that leads elsewhere stays as it is.
  package func relativePath(of name: String) -> String {
    let all = Self.components(of: name)
    let isInside = all.count > components.count && all.starts(with: components)
    guard name.hasPrefix("/"), isInside, !all.contains("..") else { return name }
    return all.dropFirst(components.count).joined(separator: "/")
  }

  /// The URI of a file, percent-encoded: relative if the file is in this folder, else with its scheme.
  package func uri(of name: String) -> (text: String, isRelative: Bool) {
    let all = absoluteComponents(of: name)
    let below = all.dropFirst(components.count)
    // With `..` the file may be anywhere, which only the file system knows.
    let isRelative =
      !below.isEmpty && all.starts(with: components) && !all.contains("..")
    let path = (isRelative ? Array(below) : all).map(Self.encoded).joined(separator: "/")
    return (isRelative ? path : "file:///" + path, isRelative)
  }

  private func absoluteComponents(of name: String) -> [Substring] {
    let own = Self.components(of: name)
    return name.utf8.first == UInt8(ascii: "/") ? own : components + own
  }

  private static func components(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }

  /// RFC 3986: all but the unreserved characters.
  private static func encoded(_ component: Substring) -> String {
    component.utf8.reduce(into: "") { result, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}
