import SQLScriptsReporting

/// What another program has done with a script while no editor ran.
struct Meanwhile: Sendable, Equatable {
  enum Action: String, Sendable {
    case changed, added, deleted, renamed, converted
  }

  var file: String
  var action: Action
  /// The file that it is now.
  var newName: String?

  var json: JSONText {
    [
      "file": .string(file), "state": .string(action.rawValue), "newName": .string(newName),
    ]
  }
}
