import SQLScriptsTorture
import Testing

struct FiguresTests {
  @Test func `cases are counted, and bad ones are told`() {
    var findings: [Figures.Finding] = []
    var figures = Figures(seed: 1, seconds: nil) { findings.append($0) }
    figures.count("a:1", nil)
    figures.count("a:2", "it is lost", "no error")
    #expect(figures.tried == 2 && figures.bad == 1 && figures.hasTime)
    #expect(findings.map(\.id) == ["a:2"] && findings.map(\.complaint) == ["it is lost"])
  }

  @Test func `one case is repeated, and then it is over`() {
    var figures = Figures(seed: 1, only: "a:2", seconds: nil) { _ in }
    figures.count("a:1", "it is lost")
    #expect(figures.tried == 0 && figures.bad == 0 && figures.goesOn && !figures.wants("a:1"))
    figures.count("a:2", "it is lost")
    #expect(figures.bad == 1 && !figures.goesOn && figures.hasTime)
  }

  @Test func `it ends with the time, and when it is told to`() {
    #expect(!Figures(seed: 1, seconds: 0) { _ in }.hasTime)
    #expect(!Figures(seed: 1, seconds: -5) { _ in }.hasTime)
    #expect(Figures(seed: 1, seconds: 1000) { _ in }.hasTime)
    #expect(!Figures(seed: 1, seconds: 1000, stops: { true }) { _ in }.hasTime)
  }
}
