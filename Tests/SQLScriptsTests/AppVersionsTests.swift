import Testing

@testable import SQLScripts

@Suite struct AppVersionsTests {
  private let versions: AppVersions = ["1.0.0": 1, "1.9": 2, "1.10.2": 3]

  @Test(arguments: [
    ("1.0.0", 1), ("1", 1), ("1.8.99", 1), ("1.9", 2), ("1.9.0", 2), ("1.10", 2), ("1.10.1", 2),
    ("1.10.2", 3), ("1.10.2.0", 3), ("1.10.10", 3), ("9223372036854775807", 3), ("001.009", 2),
  ])
  func `law 20: an app version has the database version of the latest entry that is not newer`(
    _ text: String, _ version: Int64
  ) throws {
    #expect(try versions.version(of: text) == version)
  }

  @Test(arguments: ["0.9.9", "0", "0.0.0"])
  func `law 20: an app version before the first entry is unknown`(_ text: String) {
    #expect(throws: AdoptionProblem.unknownAppVersion(text)) { try versions.version(of: text) }
  }

  @Test(arguments: [
    "", ".", "1.", ".1", "1..2", "v1.0", "1.0-beta", "1.0 (45)", "-1", "+1", "1,0", "١.٠",
    "9223372036854775808", "1.0\n",
  ])
  func `law 20: text that is not a list of numbers is not an app version`(_ text: String) {
    #expect(throws: AdoptionProblem.notAnAppVersion(text)) { try versions.version(of: text) }
  }

  @Test func `law 20: a map that contradicts itself is refused`() throws {
    let twice: AppVersions = ["1.0": 1, "1.0.0": 2]
    #expect(throws: AdoptionProblem.sameAppVersion("1.0", "1.0.0")) {
      try twice.version(of: "1.5")
    }
    let same: AppVersions = ["1.0": 1, "1.0.0": 1]
    #expect(try same.version(of: "1.0") == 1)
    #expect(throws: AdoptionProblem.notAnAppVersion("one")) {
      try AppVersions(["one": 1]).version(of: "1.0")
    }
    #expect(throws: AdoptionProblem.unknownAppVersion("1.0")) {
      try AppVersions([:]).version(of: "1.0")
    }
  }
}
