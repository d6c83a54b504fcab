import Foundation
import SQLScriptsEditor
import TestSupport
import Testing

/// The lock of the folder, signals, and what other users and other computers see of the program.
@Suite(.serialized)
struct EditProgramTests {
  @Test func `a second editor for a folder is refused, under any path`() throws {
    let folder = try TemporaryFolder()
    let link = folder.path("link")
    let scripts = folder.path("scripts")
    try FileManager.default.createDirectory(atPath: scripts, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scripts)
    let first = try EditProgram(["--no-open", scripts])
    let address = try first.address()
    for path in [scripts, link, scripts + "/", folder.path("./scripts/../scripts")] {
      let second = try EditProgram(["--no-open", "--", path])
      #expect(second.end().status == 2)
      let text = second.errorText()
      #expect(
        text.hasPrefix("error: an editor for the folder “\(path)” is already running\nhelp: "))
      #expect(!text.contains(address.secret))
    }
    // Another folder has its own editor.
    let other = try EditProgram(["--no-open", folder.path])
    #expect(try other.address().port != address.port)
    #expect(other.end(by: SIGTERM).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scripts) == [])
    #expect(first.end(by: SIGINT).status == 0)
    #expect(first.output(until: "Stopped.\n").hasSuffix("Press Ctrl-C to stop.\nStopped.\n"))
  }

  @Test func `a killed editor leaves no lock`() throws {
    let folder = try TemporaryFolder()
    let first = try EditProgram(["--no-open", folder.path])
    _ = try first.address()
    #expect(first.end(by: SIGKILL).reason == .uncaughtSignal)
    let second = try EditProgram(["--no-open", folder.path])
    _ = try second.address()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    #expect(second.end(by: SIGHUP).status == 0)
  }

  @Test func `the server listens on the loopback addresses only`() async throws {
    try await TestServer.run { (server) async throws in
      #expect(server.server.listeningAddresses.first == "127.0.0.1")
      #expect(Set(server.server.listeningAddresses).isSubset(of: ["127.0.0.1", "::1"]))
      // Every other address of this computer, and the other ones of the loopback network.
      for address in Host.current().addresses + ["127.0.0.2", "127.1.2.3"]
      where !["127.0.0.1", "::1"].contains(address) && !address.contains(":") {
        #expect(await RawConnection.open(port: server.port, address: address) == nil, "\(address)")
      }
    }
  }

  @Test func `the secret is in the file for the browser, and not in the list of processes`() throws
  {
    let folder = try TemporaryFolder()
    let runtime = folder.path("run")
    try FileManager.default.createDirectory(
      atPath: runtime, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    // In place of the system's own: records its arguments, and what it was asked to open.
    let opener = """
      #!/bin/sh
      echo "$#" "$@" > "\(folder.path("arguments"))"
      ls -ld "$1" "${1%/*}" > "\(folder.path("modes"))"
      cp "$1" "\(folder.path("page"))"
      exec mv "\(folder.path("page"))" "\(folder.path("opened"))"

      """
    let path = folder.path("bin/xdg-open")
    try FileManager.default.createDirectory(
      atPath: folder.path("bin"), withIntermediateDirectories: false)
    try folder.write(opener, to: "bin/xdg-open")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let program = try EditProgram(
      ["--", folder.path],
      environment: [
        "PATH": folder.path("bin"), "DISPLAY": ":0", "XDG_RUNTIME_DIR": runtime,
      ])
    let address = try program.address()
    let opened = folder.path("opened")
    let start = Date()
    while !FileManager.default.fileExists(atPath: opened), start.timeIntervalSinceNow > -300 {
      usleep(5000)
    }
    let page = try String(contentsOfFile: opened, encoding: .utf8)
    #expect(page.contains("url=http://127.0.0.1:\(address.port)/#\(address.secret)\">"))
    let arguments = try String(contentsOfFile: folder.path("arguments"), encoding: .utf8)
    #expect(
      arguments.hasPrefix("1 \(runtime)/sqlscripts-edit-") && arguments.hasSuffix("/editor.html\n"))
    let modes = try String(contentsOfFile: folder.path("modes"), encoding: .utf8)
    #expect(modes.split(separator: "\n").map { $0.prefix(10) } == ["drwx------", "-rw-------"])
    for file in ["cmdline", "environ"] {
      let name = "/proc/\(program.process.processIdentifier)/\(file)"
      guard let text = FileManager.default.contents(atPath: name) else { continue }
      #expect(text.range(of: Data(address.secret.utf8)) == nil)
    }
    #expect(program.end(by: SIGTERM).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: runtime) == [])
    #expect(!program.errorText().contains(address.secret))
  }

  @Test func `without a screen, the program only prints the address`() throws {
    let folder = try TemporaryFolder()
    let program = try EditProgram(["--", folder.path])
    _ = try program.address()
    #expect(program.output(until: "stop.\n").contains("\nOpen this address in your browser.\n"))
    #expect(program.end(by: SIGINT).status == 0)
  }

  @Test(arguments: [
    [], ["a", "b"], ["--host", "0.0.0.0", "a"], ["--port=80", "a"], ["--with-data"],
    ["--", "a", "b"],
    ["--with-data", "a", "--with-data", "b", "c"],
  ])
  func `wrong arguments are refused, and there is no option for the host`(
    _ arguments: [String]
  ) throws {
    let program = try EditProgram(arguments)
    #expect(program.end().status == 64)
    #expect(program.errorText().hasPrefix("error: wrong arguments\nhelp: "))
  }

  @Test(arguments: ["nowhere", "file"])
  func `a folder that cannot be opened is refused`(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "file")
    let program = try EditProgram([folder.path(name)])
    #expect(program.end().status == 2)
    #expect(program.errorText().hasPrefix("error: cannot open the folder “\(folder.path(name))”: "))
  }
}
