extension MigrateCommand {
  /// Creates the command of a usual migration: databases or a list, and the options of the start of an app or a server.
  init?(plain arguments: ArraySlice<String>) {
    guard
      let plain = PlainArguments(
        arguments, of: "migrate", flags: ["--backup"],
        options: [
          "--scripts", "--format", "--from-file", "--to", "--jobs", "--group-commit", "--keep",
        ]),
      let format = plain.value(of: "--format", FleetFormat.init, or: .human),
      let to = plain.value(of: "--to", { Int64($0).map(Optional.some) }, or: nil),
      let jobs = plain.value(of: "--jobs", { Int($0) }, or: 1),
      let groupCommit = plain.value(of: "--group-commit", { Int($0) }, or: 100),
      let keep = plain.value(of: "--keep", { Int($0) }, or: 2)
    else { return nil }
    self.init()
    list = DatabaseList(plain.databases, fromFile: plain.value(of: "--from-file"))
    self.to = to
    missing = nil
    self.jobs = JobsOption()
    self.jobs.count = jobs
    self.groupCommit = groupCommit
    backup = plain.has("--backup")
    self.keep = keep
    self.format = format
    scripts = ScriptsOptions(folder: plain.value(of: "--scripts"))
    databaseOptions = .plain
    output = .plain
    do {
      try list.validate()
      try self.jobs.validate()
      try validate()
    } catch {
      return nil
    }
  }
}
