import Foundation
import Testing

/// Checks the privacy manifest for APIs that need a reason.
struct PrivacyTests {
  /// The functions that the library could call, by Apple's category.
  /// <https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api>
  private var categories: [String: Regex<Substring>] {
    [
      "FileTimestamp":
        #/\b(?:stat|lstat|fstat|fstatat|getattrlist|modificationDate|creationDate)\s*\(/#,
      "DiskSpace": #/\b(?:statfs|statvfs|fstatfs|fstatvfs)\s*\(|volumeAvailableCapacity/#,
      "SystemBootTime": #/\bsystemUptime\b|\bmach_absolute_time\s*\(/#,
      "UserDefaults": #/\bUserDefaults\b/#,
      "ActiveKeyboards": #/\bactiveInputModes\b/#,
    ]
  }

  /// The modules that an app links.
  private static let rooms: Set = [
    "SQLScripts", "SQLScriptsSQL", "SQLScriptsFiles", "SQLScriptsDatabase",
    "SQLScriptsDiagnostics", "SQLScriptsFoundation",
  ]

  @Test func `the privacy manifest lists exactly the APIs that the runtime calls`() throws {
    let text = try Repository.text("Sources/SQLScripts/PrivacyInfo.xcprivacy")
    let manifest = try #require(
      PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil) as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    let declared = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let names = declared.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }
    for entry in declared {
      #expect((entry["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false)
    }
    let code = Repository.sources.filter { Self.rooms.contains($0.room) }.flatMap(\.code)
    let used = categories.filter { category in
      code.contains { $0.text.contains(category.value) }
    }
    #expect(Set(names) == Set(used.keys.map { "NSPrivacyAccessedAPICategory" + $0 }))
  }
}
