import Foundation
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// `--fix` restores the intended script: mistakes made in correct bundles are undone, or left alone.
///
/// `DatabaseDump` decides, which shares no code with the proof of `--fix`.
@Suite struct FixMeaningTests {
  private struct Tally {
    var corrected = 0
    var partly = 0
    var left = 0
    var ran = 0
    var wrong: [String] = []
  }

  private func bundle(
    _ scripts: [[String]], _ form: SlipGenerator.Form, _ slips: [SlipGenerator.Slip]
  ) -> ScriptBundle {
    ScriptBundle(
      scripts: scripts.indices.map { index in
        var statements = scripts[index]
        for slip in slips where slip.script == index {
          if let statement = slip.statement {
            statements[statement] = slip.applied(to: statements[statement])
          }
        }
        var text = form.file(statements)
        for slip in slips where slip.script == index && slip.statement == nil {
          text = slip.applied(to: text)
        }
        let name = index == 0 ? "sql_default" : "sql_update_\(index + 1)"
        return .file(named: "\(name).\(form.format)", text: text)
      })
  }

  /// The bundles that the author may have intended, for each mistake: the text without it, the text with it if that
  /// runs, and an apostrophe that was typed into a string.
  private func readings(of slips: [SlipGenerator.Slip]) -> [[SlipGenerator.Slip]] {
    slips.reduce([[]]) { readings, slip in
      readings.flatMap { reading in
        [reading, reading + [slip]] + (slip.meant.map { [reading + [$0]] } ?? [])
      }
    }
  }

  private func run(_ seed: UInt64, _ tally: inout Tally) {
    var generator = SlipGenerator(seed: seed)
    let scripts = generator.bundle()
    let form = generator.form()
    let wanted = DatabaseDump(bundle(scripts, form, []))
    guard wanted.isWhole else { return }
    var slips: [SlipGenerator.Slip] = []
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      guard let slip = generator.slip(in: scripts, form),
        // With two mistakes in one text, their places would move.
        !slips.contains(where: {
          $0.script == slip.script
            && ($0.statement == slip.statement || $0.statement == nil || slip.statement == nil)
        })
      else { continue }
      slips.append(slip)
    }
    guard !slips.isEmpty else { return }
    let damaged = bundle(scripts, form, slips)
    let outcome = Fixer(damaged).run()
    guard !outcome.corrections.isEmpty else {
      tally.left += 1
      return
    }
    let fixed = damaged.replacing(
      Dictionary(
        outcome.corrections.map { ($0.file.name, $0.after) },
        uniquingKeysWith: { first, _ in first }))
    let result = DatabaseDump(fixed)
    let last =
      outcome.corrections.map { $0.file.kind }.map { kind -> Int64 in
        if case .update(let version) = kind { version } else { 1 }
      }.max() ?? 1
    if DatabaseDump(damaged).isWhole { tally.ran += 1 }
    if result.isWhole { tally.corrected += 1 } else { tally.partly += 1 }
    let isMeant =
      result.agrees(with: wanted, through: last)
      || readings(of: slips).contains {
        result.agrees(with: DatabaseDump(bundle(scripts, form, $0)), through: last)
      }
      // Another mistake still stops the script. Then the texts decide.
      || !result.isWhole
        && slips.indices.contains { kept in
          texts(of: fixed) == texts(of: bundle(scripts, form, [slips[kept]]))
        }
    guard isMeant else {
      let shown = outcome.corrections.map {
        "--- before\n\(String(decoding: $0.before, as: UTF8.self))--- after\n\(String(decoding: $0.after, as: UTF8.self))"
      }
      tally.wrong.append(
        "seed \(seed), \(slips.map { "\($0)" })\n\(shown.joined(separator: "\n"))")
      return
    }
  }

  private func texts(of bundle: ScriptBundle) -> [[UInt8]] {
    bundle.scripts.compactMap { try? bundle.source(of: $0) }.map { Array($0.bytes) }
  }

  @Test func `a corrected bundle creates the intended database`() {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["SQLSCRIPTS_FIX_SEED"].flatMap { UInt64($0) } ?? 1
    let count = environment["SQLSCRIPTS_FIX_RUNS"].flatMap { UInt64($0) } ?? 250
    var tally = Tally()
    for seed in first..<first + count { run(seed, &tally) }
    print(
      "of \(count): corrected \(tally.corrected), partly \(tally.partly), left alone \(tally.left), "
        + "ran before \(tally.ran), wrong \(tally.wrong.count)")
    #expect(tally.wrong == [])
    #expect(tally.corrected > count / 10)
  }
}
