import ArgumentParser

/// When to use color. No information is in colors alone.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether to use color, decided by `--color`, then `NO_COLOR` (https://no-color.org), then `CLICOLOR_FORCE`
  /// (https://bixense.com/clicolors), then `TERM=dumb`, then whether the output is a terminal.
  func isOn(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = environment("NO_COLOR"), !value.isEmpty { return false }
    if let value = environment("CLICOLOR_FORCE"), !value.isEmpty, value != "0" { return true }
    if environment("TERM") == "dumb" { return false }
    return isTerminal
  }
}
