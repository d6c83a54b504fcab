import Foundation
import Testing

/// The forms in which a history is replayed.
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

  /// The folder of a history's scripts in this form, made below `folder` unless it is there already.
  ///
  /// - Parameters:
  ///   - unchecked: versions whose scripts say that their foreign keys are not to be checked.
  ///   - keeping: which statements to keep; nil for all.
  func scripts(
    of corpus: Corpus, in folder: String, unchecked: Set<Int64> = [],
    keeping: ((String) -> Bool)? = nil
  ) throws -> String {
    if self == .sql, unchecked.isEmpty, keeping == nil { return corpus.path }
    let directory = "\(folder)/\(rawValue)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let splitter = try StatementSplitter()
    for (version, file) in zip(Int64(1)..., corpus.files) {
      let bytes = try corpus.bytes(file)
      let isUnchecked = unchecked.contains(version)
      let data: Data
      if self == .sql, keeping == nil {
        data = Data((isUnchecked ? Array("-- foreignKeys: unchecked\n".utf8) : []) + bytes)
      } else {
        var statements = try splitter.statements(in: bytes)
        if let keeping { statements = statements.filter(keeping) }
        data = Data(text(statements, isUnchecked: isUnchecked).utf8)
      }
      try data.write(to: URL(fileURLWithPath: "\(directory)/\(fileName(version, of: corpus))"))
    }
    return directory
  }

  private func text(_ statements: [String], isUnchecked: Bool) -> String {
    switch self {
    case .sql: return statements.map { "\($0);\n" }.joined()
    case .json:
      let list = "[\n" + statements.map(JSONText.quoted).joined(separator: ",\n") + "\n]"
      return isUnchecked
        ? "{ \"foreignKeys\": \"unchecked\", \"statements\": \(list) }\n" : list + "\n"
    case .plist:
      let strings = statements.map { "\t<string>\(Self.escaped($0))</string>\n" }.joined()
      let list = "<array>\n\(strings)</array>"
      let long =
        "<dict><key>foreignKeys</key><string>unchecked</string><key>statements</key>\(list)</dict>"
      return """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(isUnchecked ? long : list)
        </plist>

        """
    }
  }

  // An XML parser reads a raw CR LF as LF: a CR that is to stay is written as a reference.
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
