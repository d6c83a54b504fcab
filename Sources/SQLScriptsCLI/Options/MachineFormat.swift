import ArgumentParser

/// An output format for programs. With it, every call writes exactly one document on stdout, also if it fails; with
/// `jsonl`, one document per line.
enum MachineFormat: String {
  case json, jsonl, sarif, junit

  /// The format that the arguments of a call ask for, if they cannot be parsed.
  init?(requestedBy arguments: some Collection<String>) {
    guard let command = arguments.first else { return nil }
    let writesScripts = ["init", "new", "generate"].contains(command)
    let option = writesScripts ? "--output" : "--format"
    let values = zip(arguments, arguments.dropFirst()).filter { $0.0 == option }.map(\.1)
    let joined = arguments.filter { $0.hasPrefix(option + "=") }
      .map { String($0.dropFirst(option.count + 1)) }
    let known: [MachineFormat] =
      switch command {
      case "validate": [.json, .sarif, .junit]
      case "migrate", "adopt": [.json, .jsonl]
      default: [.json]
      }
    guard let format = (values + joined).lazy.compactMap(MachineFormat.init).first,
      known.contains(format)
    else { return nil }
    self = format
  }
}

/// An output format of a command.
protocol OutputFormat: RawRepresentable<String>, CaseIterable, ExpressibleByArgument {}

extension OutputFormat {
  var machine: MachineFormat? { MachineFormat(rawValue: rawValue) }
}
