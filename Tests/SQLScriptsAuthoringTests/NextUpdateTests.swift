import SQLScriptsAuthoring
import SQLScriptsFiles
import Testing

struct NextUpdateTests {
  private func next(
    after scripts: [InMemoryScript], latest: Int64? = nil, sentence: String = "x",
    numbering: BundleSettings.Numbering? = nil, format: ScriptFile.Format? = nil,
    byTime: Bool = false
  ) throws(AuthoringError) -> NextUpdate {
    var settings = BundleSettings()
    settings.numbering = numbering
    return try NextUpdate(
      of: ScriptBundle(scripts: scripts), settings: settings, latest: latest, for: sentence,
      format: format, timestamp: 20_261_121_093_000_123, byTime: byTime)
  }

  @Test func `the first update of an empty bundle is 1`() throws {
    #expect(try next(after: []).fileName == "sql_update_1_x.plist")
  }

  @Test func `the number is above the version of the default script and above the last update`()
    throws
  {
    #expect(try next(after: [.default([], version: 7)], latest: 7).version == 8)
    #expect(try next(after: [.default([]), .update(4, [])], latest: 4).version == 5)
  }

  @Test func `there is no number after the largest`() {
    #expect(throws: AuthoringError.noNumberLeft) {
      try next(after: [.update(.max, [])], latest: .max)
    }
    #expect(throws: AuthoringError.noNumberLeft) {
      try next(after: [.update(.max, [])], latest: .max, numbering: .timestamp)
    }
  }

  @Test func `the format is that of the last script unless another is chosen`() throws {
    let bundle: [InMemoryScript] = [.default([]), .file(named: "sql_update_2.sql", text: "")]
    #expect(try next(after: bundle).fileName == "sql_update_3_x.sql")
    #expect(try next(after: bundle, format: .plist).fileName == "sql_update_3_x.plist")
  }

  @Test func `a timestamp is never below the last update`() throws {
    let now: Int64 = 20_261_121_093_000_123
    #expect(try next(after: [.default([])], byTime: true).version == now)
    #expect(try next(after: [.update(now, [])]).version == now + 1)
    #expect(try next(after: [.update(2, [])], numbering: .timestamp).version == now)
  }

  @Test func `a timestamp has as many digits as the others`() throws {
    #expect(try next(after: [.update(20_260_101_000_000, [])]).version == 20_261_121_093_000)
    #expect(try next(after: [.update(202_601_010_000, [])]).version == 202_611_210_930)
    // A colleague's clock, or a number made by hand, may be ahead.
    #expect(try next(after: [.update(20_261_201_000_000, [])]).version == 20_261_201_000_001)
  }

  @Test func `a timestamp among consecutive numbers is refused`() {
    #expect(throws: AuthoringError.timestampAmongNumbers) {
      try next(after: [.update(2, [])], byTime: true)
    }
    #expect(throws: AuthoringError.timestampAmongNumbers) {
      try next(after: [.default([])], numbering: .sequential, byTime: true)
    }
  }

  @Test(arguments: ScriptFile.Format.allCases, ["", "x", "a \"b\" & <c> \\ -->\n\u{1B}[2J 中文"])
  func `a written script can be read, with its description`(
    format: ScriptFile.Format, sentence: String
  ) throws {
    let update = try next(after: [.default([])], sentence: sentence, format: format)
    let script = InMemoryScript.file(named: update.fileName, text: update.text)
    let bundle = ScriptBundle(scripts: [script])
    let (read, diagnostics) = try bundle.read(try #require(bundle.updates.first))
    #expect(diagnostics == [])
    let words = sentence.replacing("\n\u{1B}", with: " ")
    #expect(read?.summary == (sentence.isEmpty ? nil : words))
  }

  @Test(arguments: ScriptFile.Format.allCases)
  func `a first default script can be read`(format: ScriptFile.Format) throws {
    let files = FirstBundle(format: format, numbering: .timestamp).files
    let bundle = ScriptBundle(
      scripts: [.file(named: files[0].name, text: files[0].text)],
      settings: Array(files[1].text.utf8))
    let (read, diagnostics) = try bundle.read(try #require(bundle.defaultScript))
    #expect(diagnostics == [])
    #expect(read?.items.isEmpty == false)
    #expect(try bundle.settings().settings.numbering == .timestamp)
  }

  @Test func `no number is given while an invalid file name may contain it`() {
    let error = #expect(throws: AuthoringError.self) {
      try next(after: [.default([]), .file(named: "sql_update_2 (1).json", text: "[]")], latest: 1)
    }
    guard case .wrongNames(let diagnostics)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(diagnostics.map(\.id) == ["unknown-file-name"])
  }
}
