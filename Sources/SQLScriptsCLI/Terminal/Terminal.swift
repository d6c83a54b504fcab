import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting

/// The output of the command: results on stdout, progress and errors on stderr. Lines are never mixed.
final class Terminal: Sendable {
  private struct State {
    /// The status line of the terminal, which is removed before other output.
    var status: String?
    var isOutputClosed = false
    var hasDocument = false
    var problem: Int32 = 0
  }

  private let outputPainter: Painter
  private let errorPainter: Painter
  private let isOutputTerminal: Bool
  private let isDumb: Bool
  private let state = Lock(State())

  /// The number of columns; nil if it is not known.
  let width: Int?

  /// Whether stderr is a terminal that can rewrite its last line.
  let showsProgress: Bool

  init(color: ColorChoice) {
    let outputs = (System.isTerminal(1), System.isTerminal(2))
    let environment = System.environment
    isOutputTerminal = outputs.0
    outputPainter = color.isOn(isTerminal: outputs.0, environment: environment) ? .ansi : .plain
    errorPainter = color.isOn(isTerminal: outputs.1, environment: environment) ? .ansi : .plain
    width =
      environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      ?? System.columns(of: 1) ?? System.columns(of: 2)
    isDumb = environment("TERM") == "dumb"
    showsProgress = outputs.1 && !isDumb
  }

  /// The number of cells for a source line, after the line number.
  var excerptWidth: Int {
    width.map { min(max($0 - 7, 20), Excerpt.usualWidth) } ?? Excerpt.usualWidth
  }

  /// The error of stdout; nil if there was none, or if the reader has closed the pipe.
  var outputProblem: String? {
    let code = state.withLock { $0.problem }
    return code == 0 ? nil : System.message(for: code)
  }

  /// Waits. Returns false if the reader of the output has closed it.
  func wait(milliseconds: Int32) -> Bool {
    System.wait(milliseconds: milliseconds, whileOpen: 1) && !state.withLock { $0.isOutputClosed }
  }

  /// Clears the terminal if stdout is one. Output in a file or a pipe stays.
  func clear() {
    if isOutputTerminal, !isDumb { output("\u{1B}[H\u{1B}[2J") }
  }

  /// Prints lines on stdout.
  func print(_ lines: [StyledText]) {
    output(outputPainter.text(lines))
  }

  func print(_ line: StyledText) {
    print([line])
  }

  /// Prints text unchanged into a file or pipe. A terminal gets a safe version of it.
  func printText(_ text: String) {
    guard isOutputTerminal else { return output(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let visible = lines.map { VisibleText($0.utf8).cells.map(\.text).joined() }
    output(visible.joined(separator: "\n"))
  }

  /// Whether a complete document for programs was printed.
  var hasDocument: Bool { state.withLock { $0.hasDocument } }

  /// Prints a document for programs, which is safe for terminals.
  func printDocument(_ text: String) {
    output(text + "\n")
    state.withLock { $0.hasDocument = true }
  }

  /// Prints a JSON document.
  func print(_ json: JSONText) {
    printDocument(json.pretty)
  }

  /// Prints JSON as one of several lines.
  func printLine(_ json: JSONText) {
    output(json.compact + "\n")
  }

  /// Prints lines on stderr.
  func printError(_ lines: [StyledText]) {
    guard !lines.isEmpty else { return }
    say(errorPainter.text(lines), to: 2)
  }

  /// Replaces the status line of the terminal; nil clears it.
  func showStatus(_ text: String?) {
    guard showsProgress else { return }
    state.withLock { state in
      guard text != nil || state.status != nil else { return }
      state.status = text
      _ = System.write(Self.clearLine + (text ?? ""), to: 2)
    }
  }

  private static let clearLine = "\r\u{1B}[K"

  private func output(_ text: String) {
    say(text, to: 1)
  }

  private func say(_ text: String, to handle: Int32) {
    state.withLock { state in
      if handle == 1, state.isOutputClosed { return }
      if state.status != nil { _ = System.write(Self.clearLine, to: 2) }
      let code = System.write(text, to: handle)
      if handle == 1, code != 0 {
        state.isOutputClosed = true
        if code != System.closedPipe { state.problem = code }
      }
      if let status = state.status { _ = System.write(status, to: 2) }
    }
  }
}
