import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

@Suite struct TargetsTests {
  private func reading(_ json: String) throws -> (targets: Targets, found: [String]) {
    let bundle = ScriptBundle(scripts: [], settings: Array(json.utf8))
    let document = try #require(try bundle.settingsDocument()).document
    let reading = Targets.reading(document)
    return (reading.targets, reading.diagnostics.map(Self.line))
  }

  private static func line(_ found: Diagnostic) -> String {
    let start = found.span.start
    return "\(found.severity)[\(found.id)] \(start.line):\(start.column) \(found.message)"
      + (found.help.map { " | \($0)" } ?? "")
  }

  @Test func `the oldest SQLite of all targets applies`() throws {
    let targets = try reading(
      #"{ "targets": { "iOS": "15.0", "macOS": "12.0", "android": 30 } }"#)
    #expect(targets.found == [])
    #expect(targets.targets.all.map(\.name) == ["iOS 15", "macOS 12", "Android 11 (API 30)"])
    #expect(targets.targets.binding?.name == "Android 11 (API 30)")
    #expect(targets.targets.binding?.sqlite == SQLiteVersion(3, 28))
  }

  @Test func `without targets no SQLite version applies`() throws {
    #expect(try reading("{}").targets.binding == nil)
    #expect(try reading(#"{ "targets": {} }"#).targets.isEmpty)
    #expect(Targets(BundleSettings()).isEmpty)
  }

  @Test func `a system has the SQLite of the newest row that is not newer than the system`() {
    let sqlite = { (platform: TargetPlatform, version: String) in
      Target(platform, version)?.sqlite.short
    }
    #expect(sqlite(.iOS, "15.3.1") == "3.36")
    #expect(sqlite(.iOS, "15.4") == "3.37")
    #expect(sqlite(.iOS, "15.10") == "3.37")
    #expect(sqlite(.iOS, "99") == "3.51")
    #expect(sqlite(.macOS, "13") == "3.37")
    #expect(sqlite(.macOS, "13.2") == "3.39")
    #expect(sqlite(.macOS, "10.16") == sqlite(.macOS, "11"))
    #expect(sqlite(.android, "29") == "3.22")
    #expect(sqlite(.android, "36") == "3.44")
    #expect(sqlite(.android, "36.1") == "3.50")
    #expect(sqlite(.sqlite, "3.32.1") == "3.32")
    #expect(sqlite(.tvOS, "16") == "3.37")
    #expect(sqlite(.watchOS, "9") == "3.39")
  }

  @Test func `a wrong name or version is reported at its place`() throws {
    let found = try reading(
      """
      { "targets": { "ios": "15", "Andriod": 30, "macOS": "twelve", "sqlite": "3",
        "android": 11, "tvOS": "", "watchOS": "8.", "windows": 11, "iOS": "15.-1" } }
      """
    ).found
    #expect(
      found == [
        "error[unknown-target] 1:16 no platform named “ios” | Write “iOS”.",
        "error[unknown-target] 1:29 no platform named “Andriod” | Write “android”.",
        "error[wrong-target-version] 1:53 “twelve” is not a version of “macOS” | Write a version such as \"15.0\".",
        "error[wrong-target-version] 1:73 “3” is not a version of “sqlite” | Write an SQLite version such as \"3.32\".",
        "error[wrong-target-version] 2:14 unknown Android API level 11: “android” needs an API level, not a release | Write 30 if you mean Android 11.",
        "error[wrong-target-version] 2:26 “” is not a version of “tvOS” | Write a version such as \"15.0\".",
        "error[wrong-target-version] 2:41 “8.” is not a version of “watchOS” | Write a version such as \"15.0\".",
        "error[unknown-target] 2:47 no platform named “windows” | Write one of “iOS”, “macOS”, “tvOS”, “watchOS”, “visionOS”, “android”, “sqlite”.",
        "error[wrong-target-version] 2:69 “15.-1” is not a version of “iOS” | Write a version such as \"15.0\".",
      ])
  }

  @Test func `a system older than all known ones is treated as the oldest`() throws {
    let old = try reading(#"{ "targets": { "iOS": 9 } }"#)
    #expect(old.targets.binding?.sqlite.short == "3.19")
    #expect(
      old.found == [
        "warning[wrong-target-version] 1:23 the SQLite version of iOS 9 is not known; assuming that of iOS 11 | Write 11 or later."
      ])
  }

  @Test func `the settings reader reports values of other types`() throws {
    for json in ["[]", "null", #"{ "targets": 3 }"#, #"{ "targets": { "iOS": null } }"#, "{"] {
      #expect(try reading(json).found == [])
    }
  }

  @Test func `targets on the command line are read`() {
    let good = Targets.reading(commandLine: "iOS:15, android:30")
    #expect(good.diagnostics == [])
    #expect(good.targets.all.map(\.name) == ["iOS 15", "Android 11 (API 30)"])
    #expect(good.targets.settings == ["iOS": "15", "android": "30"])
    let bad = Targets.reading(commandLine: "ios:15,,macOS,sqlite:x,android:30,")
    #expect(
      bad.diagnostics.map(Self.line) == [
        "error[unknown-target] 1:1 no platform named “ios” | Write “iOS”.",
        "error[unknown-target] 1:8 a target must be a platform and a version with a colon between them | Write, for example, iOS:15,android:30.",
        "error[unknown-target] 1:9 a target must be a platform and a version with a colon between them | Write, for example, iOS:15,android:30.",
        "error[wrong-target-version] 1:22 “x” is not a version of “sqlite” | Write an SQLite version such as \"3.32\".",
        "error[unknown-target] 1:35 a target must be a platform and a version with a colon between them | Write, for example, iOS:15,android:30.",
      ])
    #expect(bad.targets.all.map(\.name) == ["Android 11 (API 30)"])
  }

  @Test func `every row of the tables is valid, ascending and has a source`() {
    #expect(OperatingSystemSQLite.table.count == 52)
    #expect(SQLiteFeature.table.count == 68)
    #expect(SQLiteFeature.table.map(\.since) == SQLiteFeature.table.map(\.since).sorted())
    #expect(SQLiteFeature.table.allSatisfy { !$0.source.isEmpty && !$0.name.isEmpty })
    for platform in TargetPlatform.allCases {
      let rows = OperatingSystemSQLite.table.filter { $0.platform == platform }
      #expect(rows.map(\.from) == rows.map(\.from).sorted())
      #expect(rows.map(\.sqlite) == rows.map(\.sqlite).sorted())
      #expect(rows.allSatisfy { !$0.source.isEmpty })
    }
  }
}
