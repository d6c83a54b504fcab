import Testing

@testable import SQLScriptsFiles
@testable import SQLScriptsValidation

struct ScriptNumberingTests {
  typealias Case = (updates: [Int64], ScriptNumbering.Default, minimum: Int64?, String)

  @Test(
    arguments: [
      ([], .none, nil, ""), ([], .unread, nil, ""), ([], .creates(7), nil, ""),
      ([], .creates(.max), nil, ""), ([.max], .creates(.max), nil, ""),
      ([.max], .none, nil, ""), ([1, .max], .none, nil, "2-9223372036854775806"),
      ([2, 3, 5], .creates(1), nil, "4-4"), ([3], .creates(1), nil, "2-2"),
      ([8, 9], .creates(7), nil, ""), ([9], .creates(7), nil, "8-8"),
      ([2, 3, 4, 5, 6, 7, 8], .creates(7), nil, ""), ([5, 6, 7, 8], .creates(7), nil, ""),
      ([5, 7, 8], .creates(7), nil, "6-6"), ([5], .creates(7), nil, "6-7"),
      ([5, 6, 7], .creates(7), 4, ""), ([6, 7], .creates(7), 4, "5-5"), ([7], .creates(7), 9, ""),
      ([], .creates(7), 1, "2-7"), ([2, 7], .creates(7), 6, ""), ([9], .creates(7), 8, "8-8"),
      ([2], .creates(1), 0, ""), ([1, 2, 3], .none, 1, ""), ([5, 6], .none, nil, ""),
      ([5, 6], .none, 3, "4-4"), ([5, 7], .none, 9, "6-6"), ([2, 3, 8], .unread, nil, "4-7"),
      ([2, 8], .unread, 7, ""),
    ] as [Case])
  func `law 10: gaps are reported, and nothing else is`(test: Case) {
    let gaps = ScriptNumbering.gaps(in: test.0, default: test.1, minimumVersion: test.2)
    let words = gaps.map { "\($0.missing.lowerBound)-\($0.missing.upperBound)" }
    #expect(words.joined(separator: " ") == test.3)
  }

  @Test func `numbers of twelve digits are timestamps unless the settings say otherwise`() {
    let bundle = ScriptBundle(scripts: [.update(202_601_010_000, []), .update(202_601_010_900, [])])
    var settings = BundleSettings()
    #expect(bundle.numbering(settings) == .timestamp)
    #expect(bundle.gapDiagnostics(defaultVersion: nil, settings: settings).isEmpty)
    settings.numbering = .sequential
    #expect(bundle.gapDiagnostics(defaultVersion: nil, settings: settings).count == 1)
  }

  @Test
  func
    `updates below the minimum version are needed if the default script creates an older version`()
  {
    let bundle = ScriptBundle(scripts: [.default([]), .update(4, []), .update(5, [])])
    var settings = BundleSettings()
    settings.minimumVersion = 3
    let found = bundle.gapDiagnostics(defaultVersion: 1, settings: settings)
    #expect(
      found.map(\.message) == ["sql_update_2 to 3 are missing: the first update is sql_update_4"])
    #expect(
      found.first?.help
        == "A new database starts at version 1 and needs these updates. Restore them, or let sql_default create version 3 or later with: sqlscripts squash"
    )
    #expect(bundle.gapDiagnostics(defaultVersion: 3, settings: settings) == [])
  }

  @Test func `a gap is shown at the script after it`() throws {
    let bundle = ScriptBundle(scripts: [2, 3, 5].map { .update($0, []) } + [.default([])])
    let diagnostics = bundle.gapDiagnostics(defaultVersion: 1, settings: BundleSettings())
    let gap = try #require(diagnostics.first)
    #expect(gap.id == "version-gap" && gap.severity == .error)
    #expect(gap.message == "sql_update_4 is missing: the updates are 2, 3, 5")
    #expect(gap.span.file.name == "sql_update_5.json")
    #expect(
      gap.help
        == "Add the missing files. If this script was never released, you can also give it the number 4."
    )
    let released = bundle.gapDiagnostics(
      defaultVersion: 1, settings: BundleSettings(), released: [2, 3, 5])
    #expect(
      released.first?.help
        == "Add the missing files. This script is released and must keep its number.")
  }

  @Test(arguments: [
    (["sql_updat_3.sql"], "“sql_updat_3.sql” is probably the missing update. Fix that file"),
    (["sql_update_3.txt"], "“sql_update_3.txt” is probably the missing update. Fix that file"),
    (
      ["sql-update-3.sql", "sql_update_04.sql"],
      "These files are probably the missing updates: “sql-update-3.sql”, “sql_update_04.sql”. "
        + "Fix them"
    ),
  ])
  func `the files that have the missing numbers with a wrong name are named`(
    _ names: [String], _ help: String
  ) throws {
    let scripts = ["sql_default.sql", "sql_update_2.sql", "sql_update_5.sql"]
    let bundle = ScriptBundle(
      scripts: (scripts + names).map { InMemoryScript.file(named: $0, bytes: []) })
    let gap = try #require(
      bundle.gapDiagnostics(defaultVersion: 1, settings: BundleSettings()).first)
    #expect(gap.help == "\(help) first.")
    #expect(gap.related.map(\.span.file.name) == names)
  }
}
