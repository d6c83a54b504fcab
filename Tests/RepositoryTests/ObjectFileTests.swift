#if os(Linux)
  import Foundation
  import Testing

  private let nm = ["/usr/bin/nm", "/usr/bin/llvm-nm"]
    .first(where: FileManager.default.isExecutableFile)

  /// Checks what the compiler made of the sources.
  @Suite(.enabled(if: nm != nil, "reading object files needs nm"))
  struct ObjectFileTests {
    /// They would add 1.7 MB to the command. A file that searches in strings imports SQLScriptsSQL, whose own functions
    /// are found before those of the standard library.
    @Test func `no source file uses the standard library's regular expressions`() throws {
      let nm = try #require(nm)
      let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      let objects = Repository.sources.compactMap { file -> URL? in
        let object = products.appendingPathComponent("\(file.room).build/\(file.name).o")
        return FileManager.default.fileExists(atPath: object.path) ? object : nil
      }
      #expect(objects.count > Repository.sources.count / 2)
      let symbols = try Repository.run(nm, ["-A", "-u"] + objects.map(\.path)).text
      let users = symbols.split(separator: "\n").filter { $0.contains("17_StringProcessing") }
      #expect(Set(users.compactMap { $0.split(separator: ":").first }) == [])
    }
  }
#endif
