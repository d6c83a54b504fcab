import Foundation
import SQLScriptsReporting
import Testing

/// The formats in which a history is replayed.
enum ScriptForm: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// The folder as it is: numbered SQL files.
  case sql
  /// `sql_default` and `sql_update_N` as property lists.
  case plist
  /// `sql_default` and `sql_update_N` as JSON.
  case json

  var testDescription: String { rawValue }

  /// The file name of a version's script.
  func fileName(_ version: Int64, of corpus: Corpus) -> String {
    switch self {
    case .sql: corpus.files[Int(version) - 1]
    case .plist, .json:
      version == 1 ? "sql_default.\(rawValue)" : "sql_update_\(version).\(rawValue)"
    }
  }

  /// The folder of a history's scripts in this format, created below `folder` if necessary.
  ///
  /// - Parameters:
  ///   - keeping: the statements to keep; nil for all.
  ///   - unchecked: the version whose script sets `"foreignKeys": "unchecked"`.
  func scripts(
    of corpus: Corpus, in folder: String, keeping: ((String) -> Bool)? = nil,
    unchecked: Int64? = nil
  ) throws -> String {
    if self == .sql, keeping == nil, unchecked == nil { return corpus.path }
    let directory = "\(folder)/\(rawValue)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let splitter = try StatementSplitter()
    for (version, file) in zip(Int64(1)..., corpus.files) {
      var statements = try splitter.statements(in: try corpus.bytes(file))
      if let keeping { statements = statements.filter(keeping) }
      let data = Data(text(statements, isUnchecked: version == unchecked).utf8)
      try data.write(to: URL(fileURLWithPath: "\(directory)/\(fileName(version, of: corpus))"))
    }
    return directory
  }

  private func text(_ statements: [String], isUnchecked: Bool) -> String {
    switch self {
    case .sql:
      return (isUnchecked ? "-- foreignKeys: unchecked\n" : "")
        + statements.map { "\($0);\n" }.joined()
    case .json:
      let list = "[\n" + statements.map(JSONText.quoted).joined(separator: ",\n") + "\n]\n"
      return isUnchecked ? #"{"foreignKeys": "unchecked", "statements": \#(list)}"# : list
    case .plist:
      let strings = statements.map { "\t<string>\(Self.escaped($0))</string>\n" }.joined()
      let list = "<array>\n\(strings)</array>"
      let keys = "<key>foreignKeys</key><string>unchecked</string><key>statements</key>"
      return """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(isUnchecked ? "<dict>\(keys)\n\(list)\n</dict>" : list)
        </plist>

        """
    }
  }

  // An XML parser reads a raw CR LF as LF, so a CR is written as a reference.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
