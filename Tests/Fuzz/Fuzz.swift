import Foundation
import FuzzDriver

/// Gives random input to the readers, and checks properties of the results. `Tools/fuzz` runs it.
///
///     fuzz seeds FOLDER COUNT       writes at most COUNT first inputs, and a dictionary, for each target
///     fuzz keep TARGET FOLDER       keeps the inputs of a folder in the repository
///     fuzz TARGET FILE…             runs these inputs
///     fuzz drive TARGET ARGUMENT…   lets libFuzzer generate inputs, with its arguments
@main struct Fuzz {
  static func main() throws {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "seeds" where arguments.count == 4:
      try Seeds().write(to: arguments[2], atMost: max(1, Int(arguments[3]) ?? 1))
    case "keep" where arguments.count == 4:
      guard let target = FuzzTarget(rawValue: arguments[2]) else { usage() }
      try KeptInputs.keep(target, from: arguments[3])
    case "drive" where arguments.count >= 3: exit(drive(arguments[2], Array(arguments[3...])))
    case let name?:
      guard let target = FuzzTarget(rawValue: name), arguments.count > 2 else { usage() }
      for path in arguments[2...] {
        target.take(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
      }
      print("\(target): \(arguments.count - 2) inputs, and all that is claimed holds")
    case nil: usage()
    }
  }

  private static func usage() -> Never {
    let targets = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
    print(
      "usage: fuzz seeds FOLDER COUNT | fuzz keep TARGET FOLDER | fuzz [drive] \(targets) FILE-OR-ARGUMENT…"
    )
    exit(64)
  }

  /// A C function cannot capture it.
  nonisolated(unsafe) private static var target = FuzzTarget.json

  private static func drive(_ name: String, _ arguments: [String]) -> Int32 {
    guard let named = FuzzTarget(rawValue: name) else { usage() }
    target = named
    // To reduce a corpus, libFuzzer starts this program again with a command line of these arguments.
    let program = "\(CommandLine.arguments[0]) drive \(name)"
    var words = ([program] + arguments).map { strdup($0) }
    let status = fuzz_drive(Int32(words.count), &words) { bytes, count in
      Fuzz.target.take(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    if status < 0 { print("this program has no libFuzzer in it: build it with Tools/fuzz") }
    return status < 0 ? 70 : status
  }
}

/// Stops at an input that violates a property, so that libFuzzer keeps it.
func claim(_ holds: Bool, _ what: @autoclosure () -> String) {
  if holds { return }
  FileHandle.standardError.write(Data("does not hold: \(what())\n".utf8))
  abort()
}
