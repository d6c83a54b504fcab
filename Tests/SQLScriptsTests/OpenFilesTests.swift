#if os(Linux)
  import Foundation
  import Testing

  @testable import SQLScriptsDatabase

  /// Who has a file open, apart from processes that are just starting.
  @Suite(.serialized) struct OpenFilesTests {
    /// Calls `body` while a process has the file open that its parent, which has closed it, split off. Both read a line.
    private func withHeir(
      _ box: Sandbox, runs command: String, _ body: (Process, FileHandle, FileHandle) throws -> Void
    ) throws {
      try box.write("a.sqlite", "")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      let script = "exec 3<\"$0\" 4<&0; { \(command); } & exec 3<&-; echo ready; read line <&4"
      process.arguments = ["-c", script, box.path]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      defer { process.terminate() }
      _ = output.fileHandleForReading.availableData
      try body(process, input.fileHandleForWriting, output.fileHandleForReading)
    }

    @Test func `a process that has not begun its program is waited for, whatever the timeout`()
      throws
    {
      try Sandbox.with { (box) throws in
        try withHeir(box, runs: "read line <&4") { _, input, _ in
          var wait = OpenFiles.Wait(timeout: Milliseconds(0))
          var pauses = 0
          wait.pause = {
            pauses += 1
            try? input.write(contentsOf: Data("\n\n".utf8))
            usleep(1_000)
          }
          #expect(wait.users(of: DatabaseFile(box.path)) { $0.isEmpty } == [])
          #expect(pauses > 0)
        }
      }
    }

    @Test func `a process that never begins another program uses the file`() throws {
      try Sandbox.with { (box) throws in
        try withHeir(box, runs: "read line <&4") { process, input, _ in
          let wait = OpenFiles.Wait(timeout: Milliseconds(0), startTimeout: Milliseconds(0))
          let users = wait.users(of: DatabaseFile(box.path)) { $0.isEmpty }
          #expect(users.count == 1 && users != [process.processIdentifier])
          try input.write(contentsOf: Data("\n\n".utf8))
        }
      }
    }

    @Test func `a program that was given the file uses it at once`() throws {
      try Sandbox.with { (box) throws in
        try withHeir(box, runs: "exec cat <&4") { _, input, output in
          // An answer shows that it has begun; the parent may take the first line.
          try input.write(contentsOf: Data("\n\n\n".utf8))
          _ = output.availableData
          var wait = OpenFiles.Wait(timeout: Milliseconds(0))
          wait.pause = { Issue.record("it was waited for") }
          let users = wait.users(of: DatabaseFile(box.path)) { $0.isEmpty }
          #expect(users.count == 1)
          for user in users { kill(user, SIGTERM) }
        }
      }
    }
  }
#endif
