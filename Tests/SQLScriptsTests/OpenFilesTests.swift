#if os(Linux)
  import Foundation
  import Testing

  @testable import SQLScriptsDatabase

  /// Who has a file open, apart from processes that are just starting.
  @Suite(.serialized) struct OpenFilesTests {
    /// Calls `body` while a process has the file open that its parent, which has closed it, split off. The process reads
    /// a line, and the parent ends last, because an orphan has another parent's program.
    private func withHeir(
      _ box: Sandbox, runs command: String, _ body: (Process, FileHandle, FileHandle) throws -> Void
    ) throws {
      try box.write("a.sqlite", "")
      #expect(mkfifo("\(box.path).end", 0o600) == 0)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      let split = "exec 3<\"$0\" 4<&0 5<>\"$0.end\"; { \(command); } & exec 3<&-"
      // Not “wait”, which waits for a signal that Swift's tests block.
      process.arguments = ["-c", "\(split); echo ready; read line <&5", box.path]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      _ = output.fileHandleForReading.availableData
      let end = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(box.path).end"))
      defer { try? end.write(contentsOf: Data("\n".utf8)) }
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
            try? input.write(contentsOf: Data("\n".utf8))
            usleep(1_000)
          }
          #expect(wait.users(of: DatabaseFile(box.path)) { $0.isEmpty } == [])
          #expect(pauses > 0)
        }
      }
    }

    @Test func `a process that ends while it is looked at does not use the file`() throws {
      try Sandbox.with { (box) throws in
        try withHeir(box, runs: "read line <&4") { _, input, _ in
          let file = DatabaseFile(box.path)
          var wait = OpenFiles.Wait(timeout: Milliseconds(0))
          wait.mayBeStarting = { _ in
            try? input.write(contentsOf: Data("\n".utf8))
            let end = OpenFiles.Wait(timeout: Milliseconds(300_000))
            return !end.users(of: file) { $0.isEmpty }.isEmpty
          }
          #expect(wait.users(of: file) { $0.isEmpty } == [])
        }
      }
    }

    @Test func `a process that never begins another program uses the file`() throws {
      try Sandbox.with { (box) throws in
        try withHeir(box, runs: "read line <&4") { process, input, _ in
          let wait = OpenFiles.Wait(timeout: Milliseconds(0), startTimeout: Milliseconds(0))
          let users = wait.users(of: DatabaseFile(box.path)) { $0.isEmpty }
          #expect(users.count == 1 && users != [process.processIdentifier])
          try input.write(contentsOf: Data("\n".utf8))
        }
      }
    }

    @Test func `a program that was given the file uses it at once`() throws {
      try Sandbox.with { (box) throws in
        try withHeir(box, runs: "exec cat <&4") { _, input, output in
          // An answer shows that it has begun.
          try input.write(contentsOf: Data("\n".utf8))
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
