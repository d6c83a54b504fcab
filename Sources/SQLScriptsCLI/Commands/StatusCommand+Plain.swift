extension StatusCommand {
  /// Creates the command of a usual launch check: `status --check`, databases, and at most `--scripts` and `--format`.
  init?(plain arguments: ArraySlice<String>) {
    guard
      let plain = PlainArguments(
        arguments, of: "status", flags: ["--check"], options: ["--scripts", "--format"]),
      plain.has("--check"), !plain.databases.isEmpty,
      let format = plain.value(of: "--format", ReportFormat.init, or: .human)
    else { return nil }
    self.init()
    check = true
    self.format = format
    list = DatabaseList(plain.databases)
    scripts = ScriptsOptions(folder: plain.value(of: "--scripts"))
    database = .plain
    output = .plain
  }
}
