import Foundation
import TestSupport
import Testing

/// The tools work wherever the checkout is. Real paths have spaces and are not all ASCII.
@Suite struct ToolTests {
  private static let tools = Repository.root.appendingPathComponent("Tools")

  private static func isShellScript(_ name: String) -> Bool {
    let text = try? String(contentsOf: tools.appendingPathComponent(name), encoding: .utf8)
    return text?.hasPrefix("#!/bin/sh\n") ?? false
  }

  /// A stub for the programs that a tool builds. It accepts any arguments and succeeds.
  private static let stub = "#!/bin/sh\necho ran >> \"$STUB/ran\"\n"

  private static let swift = """
    #!/bin/sh
    case "$*" in
      *--show-bin-path*) echo "$STUB" ;;
      *-print-target-info*) printf '  "runtimeResourcePath": "%s/swift"\\n' "$STUB" ;;
    esac
    """

  private static let valgrind = """
    #!/bin/sh
    while [ "${1#--}" != "$1" ]; do shift; done
    exec "$@"
    """

  /// `Tools/fuzz` starts where the last run stopped.
  @Test func `every fuzz target has saved inputs`() throws {
    let folder = Repository.root.appendingPathComponent("Tests/Fuzz/Corpus")
    let tool = try String(
      contentsOf: Self.tools.appendingPathComponent("fuzz"), encoding: .utf8)
    let targets = try #require(tool.firstMatch(of: #/targets:-([a-z ]+)}/#)).output.1
    for target in targets.split(separator: " ") {
      let file = folder.appendingPathComponent("\(target).base64")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      #expect(!lines.isEmpty, "\(target)")
      #expect(lines.allSatisfy { Data(base64Encoded: String($0)) != nil }, "\(target)")
    }
  }

  @Test(arguments: [
    ["leaks"], ["leaks", "--valgrind"], ["torture"], ["fuzz", "--case", "a b"],
    ["hook", "validate"],
  ])
  func `a tool finds its programs in a folder with any name`(_ call: [String]) throws {
    let manager = FileManager.default
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = URL(fileURLWithPath: temporary.path("tools 工具 'x' $HOME"))
    let checkout = folder.appendingPathComponent("check out")
    // A shell with CDPATH would enter this folder instead, and print its path.
    let decoy = folder.appendingPathComponent("decoy")
    let programs = folder.appendingPathComponent("pro grams")
    let runtime = programs.appendingPathComponent("clang/17/lib/linux")
    for path in [checkout, decoy.appendingPathComponent("Tools"), runtime] {
      try manager.createDirectory(at: path, withIntermediateDirectories: true)
    }
    for name in ["Tools", "SQLScripts"] {
      try manager.copyItem(
        at: Repository.root.appendingPathComponent(name),
        to: checkout.appendingPathComponent(name))
    }
    for machine in ["x86_64", "aarch64", "arm64"] {
      let path = runtime.appendingPathComponent("libclang_rt.fuzzer_no_main-\(machine).a").path
      #expect(manager.createFile(atPath: path, contents: nil))
    }
    let texts = [
      "swift": Self.swift, "valgrind": Self.valgrind, "sqlscripts": Self.stub, "torture": Self.stub,
      "fuzz": Self.stub,
    ]
    for (name, text) in texts {
      let path = programs.appendingPathComponent(name)
      try text.write(to: path, atomically: true, encoding: .utf8)
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["Tools/" + call[0]] + call.dropFirst()
    process.currentDirectoryURL = checkout
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = [
      "PATH": programs.path + ":" + path, "CDPATH": decoy.path, "STUB": programs.path,
      "TMPDIR": folder.path,
    ]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(!text.contains("not found") && !text.contains("No such file"), "\(text)")
    #expect(!text.contains("exit status 12"), "\(text)")
    let ran = try String(contentsOf: programs.appendingPathComponent("ran"), encoding: .utf8)
    #expect(ran.split(separator: "\n").count >= (call[0] == "leaks" ? 40 : 1))
  }

  @Test func `every tool changes to the checkout whatever CDPATH is`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.tools.path)
    for name in names.filter(Self.isShellScript) where name != "setup" {
      let text = try String(contentsOf: Self.tools.appendingPathComponent(name), encoding: .utf8)
      #expect(text.contains("CDPATH= cd -- \"$(dirname -- \"$0\")/..\""), "\(name)")
    }
  }

  #if os(Linux)
    @Test func `setup lists the Python environments that are missing`() throws {
      let temporary = try TemporaryFolder()
      defer { withExtendedLifetime(temporary) {} }
      let checkout = URL(fileURLWithPath: temporary.path("check out 工具"))
      try FileManager.default.createDirectory(at: checkout, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: Self.tools, to: checkout.appendingPathComponent("Tools"))
      let (status, text) = try setUp(["--check", "--fleet", "--browser"], in: checkout)
      #expect(status == 1, "\(text)")
      #expect(text.contains("would install: Dask (.build-fleet)\n"), "\(text)")
      #expect(text.contains("would install: Selenium (.build-browser)\n"), "\(text)")
      #expect(try setUp(["--check"], in: checkout).text.contains("Selenium") == false)
      #expect(try setUp(["--check", "--browsers"], in: checkout).status == 64)
    }

    private func setUp(
      _ options: [String], in checkout: URL
    ) throws -> (status: Int32, text: String) {
      try Repository.run("/bin/sh", ["Tools/setup"] + options, in: checkout)
    }
  #endif
}
