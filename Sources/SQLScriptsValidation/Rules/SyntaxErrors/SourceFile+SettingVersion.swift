import SQLScriptsDiagnostics
import SQLScriptsSQL

extension SourceFile {
  /// How to set the version that a default script creates, in its own format: the words after “Or”.
  func setting(_ version: Int64) -> String {
    let base = baseName
    let text = String(decoding: bytes.prefix(Self.longestHead), as: UTF8.self)
    if base.hasSuffix(".sql") {
      return Self.hasComment("version", in: text)
        ? "change its version to “-- version: \(version)”"
        : "write “-- version: \(version)” as the first line of \(base)"
    }
    if base.hasSuffix(".json") {
      if text.contains("\"version\"") { return "change its version to “\"version\": \(version)”" }
      return text.first { !$0.isWhitespace } == "{"
        ? "write “\"version\": \(version),” after the first “{” of \(base)"
        : "write “{ \"version\": \(version), \"statements\":” before the first “[” of \(base), and “}” at its end"
    }
    let element = "<key>version</key><integer>\(version)</integer>"
    if text.contains("<key>version</key>") {
      return "change its version to “\(element)”"
    }
    let (list, dictionary) = (text.firstRange(of: "<array"), text.firstRange(of: "<dict"))
    let isList = list.map { list in dictionary.map { list.lowerBound < $0.lowerBound } ?? true }
    return isList == true
      ? "write “<dict>\(element)<key>statements</key>” before the first <array> of \(base), and “</dict>” after the last </array>"
      : "write “\(element)” after the first <dict> of \(base)"
  }

  private static let longestHead = 65_536

  private static func hasComment(_ key: String, in text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      return line.hasPrefix("--") && words.contains { $0 == "\(key):" || $0 == "--\(key):" }
    }
  }
}
