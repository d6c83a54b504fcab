import SQLScriptsDiagnostics
import SQLScriptsFiles

// The versions that are missing between the updates of a bundle.
extension ScriptNumbering {
  /// Versions without an update, and the next update after them, if there is one.
  package struct Gap: Sendable, Hashable {
    package var missing: ClosedRange<Int64>
    package var next: Int64?
  }

  /// The state of the default script.
  package enum Default: Sendable, Hashable {
    case none
    /// There is one, but its version was not read.
    case unread
    case creates(Int64)
  }

  /// The gaps of sequential updates, which must ascend.
  ///
  /// New databases need every update above the default's version. Updates up to it are for old databases, and any
  /// number of the oldest may have been deleted. So the first existing one starts the chain, unless a minimum version
  /// says where the chain must start. Without a default script a new database runs all updates, so the first one starts
  /// the chain whatever its number is.
  package static func gaps(
    in updates: [Int64], default start: Default, minimumVersion: Int64?
  ) -> [Gap] {
    let first = updates.first
    var before: Int64
    var last = updates.last ?? 0
    switch start {
    case .none:
      guard let first else { return [] }
      before = min(first - 1, minimumVersion ?? .max)
    case .unread:
      guard let first else { return [] }
      before = max(first - 1, minimumVersion ?? 0)
    case .creates(let version):
      if let minimumVersion {
        // If a default script creates the first version, no installed version is below 1.
        before = min(max(minimumVersion, 1), version)
      } else if let first, first <= version {
        before = first - 1
      } else {
        before = version
      }
      last = max(last, version)
    }
    var gaps: [Gap] = []
    for update in updates where update > before {
      if update - before > 1 { gaps.append(Gap(missing: before + 1...update - 1, next: update)) }
      before = update
    }
    if before < last { gaps.append(Gap(missing: before + 1...last, next: nil)) }
    return gaps
  }
}

extension ScriptBundle {
  /// Errors for gaps in sequential updates (law 10); none for timestamps.
  ///
  /// - Parameter released: the versions of released updates, which keep their numbers.
  package func gapDiagnostics(
    defaultVersion: Int64?, settings: BundleSettings, released: Set<Int64> = []
  ) -> [Diagnostic] {
    guard numbering(settings) == .sequential else { return [] }
    let versions = updateVersions
    let start: ScriptNumbering.Default =
      defaultScript == nil ? .none : defaultVersion.map { .creates($0) } ?? .unread
    let gaps = ScriptNumbering.gaps(
      in: versions, default: start, minimumVersion: settings.minimumVersion)
    return gaps.compactMap { gap in
      let next = gap.next.flatMap { version in updates.first { $0.kind == .update(version) } }
      guard let file = next ?? updates.last ?? defaultScript else { return nil }
      var help = Diagnostic.help(for: gap, isReleased: gap.next.map(released.contains) ?? false)
      if let defaultVersion, let minimum = settings.minimumVersion, defaultVersion < minimum,
        gap.missing.lowerBound <= minimum
      {
        help =
          "A new database starts at version \(defaultVersion) and needs these updates. Restore them, "
          + "or let sql_default create version \(minimum) or later with: sqlscripts squash"
      }
      // Another repair would take the number of a file that has only a wrong name.
      let misnamed = misnamedUpdates(gap.missing)
      if !misnamed.isEmpty { help = Diagnostic.help(for: misnamed) }
      return .versionGap(gap, in: versions, at: file.nameSpan, help: help, misnamed)
    }
  }
}

extension Diagnostic {
  fileprivate static func versionGap(
    _ gap: ScriptNumbering.Gap, in versions: [Int64], at span: SourceSpan, help: String,
    _ misnamed: [SourceSpan]
  ) -> Diagnostic {
    let (low, high) = (gap.missing.lowerBound, gap.missing.upperBound)
    let missing =
      low == high ? "sql_update_\(low) is missing" : "sql_update_\(low) to \(high) are missing"
    let behind = versions.firstIndex { $0 > high } ?? versions.count
    let shown = versions[max(0, behind - 3)..<min(behind + 1, versions.count)].map(String.init)
    let list =
      switch (shown.count, versions.count) {
      case (0, _): "there are no updates"
      case (1, 1): "the only update is sql_update_\(shown[0])"
      case (1, _): "the first update is sql_update_\(shown[0])"
      default: "the updates are \(behind > 3 ? "…, " : "")\(shown.joined(separator: ", "))"
      }
    return Diagnostic(
      "version-gap", .error, "\(missing): \(list)", at: span,
      why: "Updates run in order. A gap usually means a forgotten or misnamed file.",
      help: help,
      related: misnamed.map { .init(span: $0, message: "the misnamed file") })
  }

  fileprivate static func help(for misnamed: [SourceSpan]) -> String {
    let names = misnamed.map { "“\($0.file.baseName.forMessage)”" }.joined(separator: ", ")
    return misnamed.count == 1
      ? "\(names) is probably the missing update. Fix that file first."
      : "These files are probably the missing updates: \(names). Fix them first."
  }

  /// Released scripts keep their numbers, because users have their versions.
  fileprivate static func help(for gap: ScriptNumbering.Gap, isReleased: Bool) -> String {
    if gap.next == nil {
      return "Add the missing files, or raise “minimumVersion” in \(BundleSettings.fileName)."
    }
    if isReleased {
      return "Add the missing files. This script is released and must keep its number."
    }
    return
      "Add the missing files. If this script was never released, you can also give it "
      + "the number \(gap.missing.lowerBound)."
  }
}
