import SQLScriptsDiagnostics
import SQLScriptsFiles

extension Targets {
  /// Reads `targets` of `sqlscripts.json`, and reports invalid targets. The settings reader reports values of other
  /// types.
  package static func reading(
    _ settings: Document
  ) -> (targets: Targets, diagnostics: [Diagnostic]) {
    var reading = TargetReading()
    for (key, value) in settings.entries(of: 0)
    where settings.word(key) == SettingsKey.targets.name {
      for (platform, version) in settings.entries(of: value) {
        switch settings.nodes[version].kind {
        case .string, .integer, .real:
          reading.take(
            settings.word(platform), at: settings.span(of: settings.nodes[platform]),
            settings.word(version), at: settings.span(of: settings.nodes[version]))
        default: break
        }
      }
    }
    return (reading.targets, reading.diagnostics)
  }

  /// Reads `iOS:15,android:30`, the value of an option of the command line.
  ///
  /// - Parameter name: the name of the option in diagnostics.
  package static func reading(
    commandLine text: String, name: String = "--targets"
  ) -> (targets: Targets, diagnostics: [Diagnostic]) {
    var reading = TargetReading()
    let bytes = Array(text.utf8)
    let file = SourceFile(name: name, bytes: bytes)
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    func part(_ range: Range<Int>) -> (text: String, span: SourceSpan) {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high, isBlank(bytes[low]) { low += 1 }
      while low < high, isBlank(bytes[high - 1]) { high -= 1 }
      return (
        String(decoding: bytes[low..<high], as: UTF8.self),
        SourceSpan(file: file, range: low..<high)
      )
    }
    var start = 0
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.count
      if let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")) {
        let (platform, version) = (part(start..<colon), part(colon + 1..<end))
        reading.take(platform.text, at: platform.span, version.text, at: version.span)
      } else {
        reading.diagnostics.append(.noTarget(at: part(start..<end).span))
      }
      start = end + 1
    }
    return (reading.targets, reading.diagnostics)
  }
}

/// The targets and diagnostics read so far.
private struct TargetReading {
  var targets = Targets()
  var diagnostics: [Diagnostic] = []

  mutating func take(
    _ name: String, at nameSpan: SourceSpan, _ version: String, at versionSpan: SourceSpan
  ) {
    guard let platform = TargetPlatform(rawValue: name) else {
      diagnostics.append(.unknownTarget(name, at: nameSpan))
      return
    }
    guard let target = Target(platform, version) else {
      diagnostics.append(.wrongVersion(version, of: platform, at: versionSpan))
      return
    }
    if platform == .android, target.version.major < 21 {
      diagnostics.append(.noAPILevel(target, at: versionSpan))
      return
    }
    if platform != .sqlite, let row = OperatingSystemSQLite.row(for: platform, target.version),
      target.version < row.from
    {
      diagnostics.append(.unknownSQLite(target, row, at: versionSpan))
    }
    targets.add(target)
  }
}

extension Document {
  /// The keys and values of the dictionary at an index; nothing for any other value.
  fileprivate func entries(of index: Int) -> [(key: Int, value: Int)] {
    guard nodes.indices.contains(index), nodes[index].kind == .dictionary else { return [] }
    let children = children(of: index)
    return stride(from: 0, to: children.count - 1, by: 2).map { (children[$0], children[$0 + 1]) }
  }

  fileprivate func word(_ index: Int) -> String { string(of: nodes[index]) }
}

extension Diagnostic {
  fileprivate static func unknownTarget(_ name: String, at span: SourceSpan) -> Diagnostic {
    let names = TargetPlatform.allCases.map(\.rawValue)
    let near = Spelling.closest(to: name, among: names)
    return Diagnostic(
      "unknown-target", .error, "no platform named “\(name)”", at: span,
      label: near.map { "did you mean “\($0)”?" },
      help: near.map { "Write “\($0)”." }
        ?? "Write one of \(names.map { "“\($0)”" }.joined(separator: ", ")).")
  }

  fileprivate static func wrongVersion(
    _ version: String, of platform: TargetPlatform, at span: SourceSpan
  ) -> Diagnostic {
    let example =
      switch platform {
      case .android: "an API level such as 30"
      case .sqlite: "an SQLite version such as \"3.32\""
      default: "a version such as \"15.0\""
      }
    return Diagnostic(
      "wrong-target-version", .error,
      "“\(version)” is not a version of “\(platform.rawValue)”", at: span, help: "Write \(example)."
    )
  }

  fileprivate static func noAPILevel(_ target: Target, at span: SourceSpan) -> Diagnostic {
    let level = target.version.major
    let meant = OperatingSystemSQLite.androidReleases.filter { $0.value == "\(level)" }.keys.min()
    return Diagnostic(
      "wrong-target-version", .error,
      "unknown Android API level \(level): “android” needs an API level, not a release", at: span,
      help: meant.map { "Write \($0) if you mean Android \(level)." }
        ?? "Write the API level, 21 or later.")
  }

  fileprivate static func unknownSQLite(
    _ target: Target, _ row: OperatingSystemSQLite, at span: SourceSpan
  ) -> Diagnostic {
    let oldest = Target.name(of: row.platform, row.from)
    return Diagnostic(
      "wrong-target-version", .warning,
      "the SQLite version of \(target.name) is not known; assuming that of \(oldest)", at: span,
      help: "Write \(row.from.numbers.map(String.init).joined(separator: ".")) or later.")
  }

  fileprivate static func noTarget(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "unknown-target", .error,
      "a target must be a platform and a version with a colon between them",
      at: span, help: "Write, for example, iOS:15,android:30.")
  }
}
