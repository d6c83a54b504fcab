import SQLScriptsTorture
import Testing

struct FiguresTests {
  @Test func `cases are counted, and failures are reported`() {
    var findings: [TortureCounts.Finding] = []
    var counts = TortureCounts(seed: 1, seconds: nil) { findings.append($0) }
    counts.count("a:1", nil)
    counts.count("a:2", "it is lost", "no error")
    #expect(counts.tried == 2 && counts.bad == 1 && counts.hasTime)
    #expect(findings.map(\.id) == ["a:2"] && findings.map(\.violation) == ["it is lost"])
  }

  @Test func `a single case is repeated, and then the run ends`() {
    var counts = TortureCounts(seed: 1, only: "a:2", seconds: nil) { _ in }
    counts.count("a:1", "it is lost")
    #expect(counts.tried == 0 && counts.bad == 0 && counts.goesOn && !counts.wants("a:1"))
    counts.count("a:2", "it is lost")
    #expect(counts.bad == 1 && !counts.goesOn && counts.hasTime)
  }

  @Test func `the run ends when its time is over or when it is stopped`() {
    #expect(!TortureCounts(seed: 1, seconds: 0) { _ in }.hasTime)
    #expect(!TortureCounts(seed: 1, seconds: -5) { _ in }.hasTime)
    #expect(TortureCounts(seed: 1, seconds: 1000) { _ in }.hasTime)
    #expect(!TortureCounts(seed: 1, seconds: 1000, stops: { true }) { _ in }.hasTime)
  }
}
