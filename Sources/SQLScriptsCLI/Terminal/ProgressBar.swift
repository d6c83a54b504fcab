import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting

/// A progress bar in the last line of the terminal.
///
/// It appears after a moment, and is drawn at most ten times a second.
final class ProgressBar: Sendable {
  private static let interval: UInt64 = 100_000_000

  private let terminal: Terminal
  private let lastDrawn = Lock(Milliseconds.now)

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  /// Shows the progress, from 0 to 1.
  func show(_ fraction: Double, _ label: @autoclosure () -> String) {
    guard terminal.showsProgress else { return }
    let now = Milliseconds.now
    let isDue = lastDrawn.withLock { last in
      guard now &- last >= Self.interval else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    terminal.showStatus(Self.line(fraction, label(), width: terminal.width ?? 80))
  }

  /// Removes the bar.
  func clear() {
    terminal.showStatus(nil)
  }

  /// The bar as text. The last column stays free, because a terminal may wrap if it is written.
  static func line(_ fraction: Double, _ label: String, width: Int) -> String {
    let percent = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    let number = String(repeating: " ", count: 3 - String(percent).count) + "\(percent)%"
    let room = width - 1 - number.count
    guard room > 0 else { return "" }
    let barRoom = min(30, room / 2 - 3)
    var line = number
    if barRoom >= 5 {
      let filled = barRoom * percent / 100
      line =
        "[" + String(repeating: "#", count: filled)
        + String(repeating: ".", count: barRoom - filled) + "] " + number
    }
    var used = line.count + 1
    var shown = ""
    for cell in VisibleText(VisibleText.oneLine(label).utf8).cells {
      guard used + cell.width < width else { break }
      used += cell.width
      shown += cell.text
    }
    return shown.isEmpty ? line : line + " " + shown
  }
}
