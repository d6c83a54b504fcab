import ArgumentParser
import SQLScriptsAuthoring
import SQLScriptsDatabase

/// Answers to the questions that two schemas raise.
struct AnswerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A renamed column: user.nick=nickname. Repeatable.", valueName: "column=name"))
  var rename: [String] = []

  @Option(help: ArgumentHelp("A renamed table: person=user. Repeatable.", valueName: "table=name"))
  var renameTable: [String] = []

  @Option(
    help: ArgumentHelp(
      "A table, column, index, trigger or view that is dropped: user.nick. Repeatable.",
      valueName: "name"))
  var drop: [String] = []

  @Option(
    help: ArgumentHelp(
      "An SQL expression for existing rows: user.age=0. Repeatable.", valueName: "column=sql"))
  var fill: [String] = []

  @Option(
    name: .customLong("guard"),
    help: ArgumentHelp(
      "A column or table: stop the update if there are rows that do not fit. Repeatable.",
      valueName: "name"))
  var guarded: [String] = []

  /// - Throws: `CommandFailure` for a value of another form.
  func answers() throws -> SchemaAnswers {
    var answers = SchemaAnswers()
    for text in rename {
      let (place, value) = try Self.pair(text, "--rename", "user.nick=nickname")
      guard place.column != nil else { throw Self.wrong(text, "--rename", "user.nick=nickname") }
      let name = try Self.name(value, of: text, "--rename", "user.nick=nickname").table
      try Self.add(name, to: &answers.renamedColumns, place, "--rename \(place.text)")
    }
    for text in renameTable {
      let (place, value) = try Self.pair(text, "--rename-table", "person=user")
      guard place.column == nil else { throw Self.wrong(text, "--rename-table", "person=user") }
      let name = try Self.name(value, of: text, "--rename-table", "person=user").table
      try Self.add(name, to: &answers.renamedTables, place.table, "--rename-table \(place.text)")
    }
    for text in drop { answers.dropped.insert(try Self.place(text, "--drop", "user.nick")) }
    for text in fill {
      let (place, value) = try Self.pair(text, "--fill", "user.age=0")
      guard place.column != nil else { throw Self.wrong(text, "--fill", "user.age=0") }
      try Self.add(value, to: &answers.fills, place, "--fill \(place.text)")
    }
    for text in guarded { answers.guarded.insert(try Self.place(text, "--guard", "user.age")) }
    return answers
  }

  private static func add<Key, Value: Equatable>(
    _ value: Value, to answers: inout [Key: Value], _ key: Key, _ option: String
  ) throws {
    guard let other = answers.updateValue(value, forKey: key), other != value else { return }
    throw CommandFailure(.wrongUsage, "“\(option)” is there twice, with different values")
  }

  /// A new name, which has no table before it.
  private static func name(
    _ value: String, of text: String, _ option: String, _ example: String
  ) throws -> SchemaPlace {
    guard let place = SchemaPlace(reading: value), place.column == nil else {
      throw wrong(text, option, example)
    }
    return place
  }

  private static func place(
    _ text: String, _ option: String, _ example: String
  ) throws -> SchemaPlace {
    guard let place = SchemaPlace(reading: text) else { throw wrong(text, option, example) }
    return place
  }

  private static func pair(
    _ text: String, _ option: String, _ example: String
  ) throws -> (SchemaPlace, String) {
    guard let (place, value) = SchemaPlace.pair(text), !value.isEmpty else {
      throw wrong(text, option, example)
    }
    return (place, value)
  }

  private static func wrong(_ text: String, _ option: String, _ example: String) -> CommandFailure {
    CommandFailure(
      .wrongUsage, "“\(text)” is no value of \(option)",
      help: "Write, for example, \(option) \(example). Put a name with a dot in double quotes.")
  }
}
