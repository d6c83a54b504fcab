import ArgumentParser

struct JobsOption: ParsableArguments {
  @Option(
    name: .customLong("jobs"),
    help: ArgumentHelp("The number of databases to migrate at once.", valueName: "count"))
  var count = 1

  func validate() throws {
    guard (1...256).contains(count) else { throw ValidationError("--jobs must be from 1 to 256") }
  }
}
