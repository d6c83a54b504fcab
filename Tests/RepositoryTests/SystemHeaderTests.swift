#if os(Linux)
  import Foundation
  import Testing

  /// Checks the imports of the system's headers.
  struct SystemHeaderTests {
    /// Debian's libxml2 imports the system's ICU, and Foundation has its own. A file that sees both does not compile,
    /// depending on the order in which the modules are loaded.
    @Test func `libxml2's headers do not include the system's ICU`() throws {
      let compiler = Process()
      let output = Pipe()
      compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      compiler.arguments = [
        "clang", "-E", "-I/usr/include/libxml2",
        Repository.root.appendingPathComponent("Sources/CSQLScriptsXML/shim.h").path,
      ]
      compiler.standardOutput = output
      try compiler.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      compiler.waitUntilExit()
      #expect(compiler.terminationStatus == 0)
      let headers = Set(
        text.split(separator: "\n").filter { $0.hasPrefix("# ") }
          .compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) })
      #expect(headers.contains { $0.hasSuffix("libxml/parser.h") })
      #expect(headers.filter { $0.contains("/unicode/") }.sorted() == [])
    }
  }
#endif
