import ArgumentParser
import SQLScriptsDescription

/// A version, or several: `4`, `4..7`, `4..`, `..7`.
struct VersionRange: ExpressibleByArgument {
  let range: ClosedRange<Int64>

  init?(argument: String) {
    let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
    if let version = Int64(argument), version > 0 {
      range = version...version
      return
    }
    guard parts.count == 3, parts[1].isEmpty, argument != "..",
      let first = parts[0].isEmpty ? 1 : Int64(parts[0]),
      let last = parts[2].isEmpty ? .max : Int64(parts[2]), first > 0, first <= last
    else { return nil }
    range = first...last
  }

  private func contains(_ version: Int64) -> Bool { range.contains(version) }

  /// The scripts of these versions. A version that is named must be there, or come before one that is.
  func entries(
    of description: BundleDescription, _ scripts: ScriptsOptions
  ) throws(CommandFailure) -> [BundleDescription.Entry] {
    let entries = description.entries.filter { $0.version.map(contains) ?? false }
    let latest = description.entries.compactMap(\.version).max() ?? 0
    var missing = entries.isEmpty ? words : nil
    if !entries.isEmpty, range.upperBound != .max, range.upperBound > latest {
      missing = "version \(range.upperBound); the latest one is \(latest)"
    }
    guard let missing else { return entries }
    throw CommandFailure(
      .couldNotRun, "no script has \(missing)",
      help: "List the scripts with: \(scripts.calling("describe"))")
  }

  private var words: String {
    switch (range.lowerBound, range.upperBound) {
    case (let first, let last) where first == last: "version \(first)"
    case (let first, .max): "a version from \(first) on"
    case (let first, let last): "a version from \(first) to \(last)"
    }
  }
}
