import SQLScriptsDatabase

/// The arguments of the program. “sqlscripts edit” has checked them, and passes them in this form.
struct EditArguments: Equatable {
  var folder: String
  /// The database whose copy the scripts can be tried on.
  var data: String?
  var opensBrowser = true
  var printsHelp = false

  static let help = """
    “sqlscripts edit” starts this program. Use that command, and see “sqlscripts help edit”.

    USAGE: sqlscripts-edit [--with-data FILE] [--no-open] [--] DIR

    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    var folders: [String] = []
    var data: String?
    while let argument = rest.popFirst() {
      switch argument {
      case "--no-open": opensBrowser = false
      case "--help", "-h": printsHelp = true
      case "--with-data":
        guard let file = rest.popFirst(), data == nil else { throw Self.usage }
        data = file
      case "--":
        folders += rest
        rest = []
      case _ where argument.hasPrefix("-"): throw Self.usage
      default: folders.append(argument)
      }
    }
    guard folders.count == 1 || printsHelp else { throw Self.usage }
    self.data = data
    folder = folders.first ?? "."
  }

  private static let usage = EditFailure(
    64, "wrong arguments", help: "Use “sqlscripts edit”, and see “sqlscripts help edit”.")
}
