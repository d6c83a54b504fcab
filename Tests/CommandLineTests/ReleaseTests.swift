import Foundation
import Testing

/// A release of the built command, by `Tools/release`: what action.yml, the pre-commit hook, the Homebrew formula and the
/// Dockerfile do with it.
@Suite(.enabled(if: hasPython, "Python is not installed"))
struct ReleaseTests {
  private static let broken = "printf 'CREATE TABLE a (b;' > SQLScripts/sql_update_4.sql"
  private static let finding = "::error file=SQLScripts/sql_update_4.sql,line=1,"

  /// A sandbox with the demo bundle and the output of `Tools/release`. The folder `checkout` has the files of the tagged
  /// commit that the hook and the action use.
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let repository = Sandbox.repository.path
    let products = try #require(Sandbox.products).path
    // Small programs, so that packing takes no time.
    try sandbox.write(
      "#!/bin/sh\nexec \"\(products)/sqlscripts\" \"$@\"\n", to: "programs/sqlscripts")
    try sandbox.write("#!/bin/sh\necho 'use sqlscripts edit'\n", to: "programs/editor")
    try sandbox.write("#!/bin/sh\necho '// valid' > \"$2\"\n", to: "programs/tool")
    let address = sandbox.folder.absoluteString + (sandbox.folder.hasDirectoryPath ? "" : "/")
    let output = try sandbox.run(
      """
      set -eu
      chmod +x programs/* && mkdir checkout
      cp -R "\(repository)/SQLScripts" . && cp -R "\(repository)/Tools" checkout
      "\(repository)/Tools/release" --folder release --command programs/sqlscripts \\
        --editor programs/editor --tool programs/tool --address "\(address)release" \\
        --repository https://example.com/SQLScripts
      cp -R release/commit/. checkout
      """)
    #expect(output.status == 0, "\(output.stderr)")
    #expect(output.stdout.hasSuffix(".tar.gz\n"), "\(output.stdout)")
    return sandbox
  }

  private static func text(_ path: String, in sandbox: Sandbox) throws -> String {
    try String(contentsOf: sandbox.folder.appendingPathComponent(path), encoding: .utf8)
  }

  /// The scripts of the steps in action.yml.
  private static func steps() throws -> [String] {
    let action = try String(
      contentsOf: Sandbox.repository.appendingPathComponent("action.yml"), encoding: .utf8)
    return action.matches(of: #/ run: \|\n((?: {8}.+\n)+)/#).map { String($0.1) }
  }

  @Test func `the hook and the action download the command and verify its checksum`() throws {
    let sandbox = try Self.sandbox()
    defer { sandbox.remove() }
    // Nothing is built.
    try sandbox.write("#!/bin/sh\necho built >> swift-ran; exit 1\n", to: ".tools/swift")
    let hook = "checkout/Tools/hook validate --scripts SQLScripts"
    let first = try sandbox.run("chmod +x .tools/swift && \(hook)")
    #expect(first.status == 0, "\(first.stderr)")
    #expect(first.stdout.hasPrefix("3 scripts passed"))

    let steps = try Self.steps()
    #expect(steps.count == 2)
    let setting = """
      set -e; GITHUB_ACTION_PATH=$PWD/checkout; GITHUB_PATH=$PWD/path; SCRIPTS=SQLScripts
      ARGUMENTS="--all --all"; export GITHUB_ACTION_PATH GITHUB_PATH SCRIPTS ARGUMENTS

      """
    let install = try sandbox.run(setting + steps[0])
    #expect(install.status == 0 && install.stdout == "", "\(install.stdout)\(install.stderr)")
    let path = try Self.text("path", in: sandbox).trimmingCharacters(in: .newlines)
    #expect(path.contains("/checkout/.build-hook/sqlscripts-") && path.hasSuffix("/bin"))
    let validate = "\(setting)PATH=\"$(cat path):$PATH\"\n\(steps[1])"
    let good = try sandbox.run(validate)
    #expect(good.status == 0, "\(good.stdout)\(good.stderr)")
    let bad = try sandbox.run("\(Self.broken)\n\(validate)")
    #expect(bad.status == 1 && bad.stdout.hasPrefix(Self.finding), "\(bad.stdout)\(bad.stderr)")
    #expect(try sandbox.run(hook).status == 1)

    // A program that was replaced is not run.
    _ = try sandbox.run(
      "rm -rf checkout/.build-hook; for file in release/*.tar.gz; do echo more >> \"$file\"; done")
    let wrong = try sandbox.run(hook)
    #expect(wrong.status == 2 && wrong.stdout == "")
    #expect(wrong.stderr.contains("the checksum of “file:///"), "\(wrong.stderr)")
    #expect(try sandbox.run("cat swift-ran checkout/.build-hook/*/bin/sqlscripts").stdout == "")

    // If there is none, the command is built.
    let products = try #require(Sandbox.products).path
    try sandbox.write(
      "#!/bin/sh\ncase \"$*\" in *--show-bin-path*) echo '\(products)' ;; esac\n",
      to: ".tools/swift"
    )
    let without = try sandbox.run("rm release/sqlscripts-*.tar.gz; \(hook) --format github")
    #expect(without.status == 1 && without.stdout.hasPrefix(Self.finding), "\(without.stderr)")
    #expect(without.stderr.contains("; building the command instead\n"))
  }

  @Test func `the Dockerfile and the formula install what is in the tar file`() throws {
    let sandbox = try Self.sandbox()
    defer { sandbox.remove() }
    let docker = try Self.text("release/Dockerfile", in: sandbox)
    let run = try #require(docker.firstMatch(of: #/\nRUN (.+)\n/#)?.1)
      .replacing(" /", with: " image/")
    let source = try #require(docker.firstMatch(of: #/ /(\S+) /sqlscripts\nWORKDIR/#)?.1)
    let install = try sandbox.run(
      """
      set -eu
      mkdir image && cp release/sqlscripts-*.tar.gz image/sqlscripts.tar.gz
      \(run)
      image/\(source) --help
      image/\(source) validate
      """)
    #expect(install.status == 0, "\(install.stderr)")
    #expect(install.stdout.contains("USAGE: sqlscripts"))
    // The arguments in the comment and in the last lines.
    #expect(docker.contains(" validate\n") && docker.contains("CMD [\"--help\"]"))

    let formula = try Self.text("release/sqlscripts.rb", in: sandbox)
    let files = formula.matches(of: #/\w+\.install "(.+)"/#).map { $0.1 }
    #expect(files.count == 6)
    for file in files {
      #expect(try sandbox.run("test -s image/release/\(file)").status == 0, "\(file)")
    }
    let script = try #require(formula.firstMatch(of: #/"(.+\.sql)"\).write "(.+)"/#))
    let arguments = try #require(formula.firstMatch(of: #/system .+?, (.+)/#)?.1)
    let test = try sandbox.run(
      """
      set -eu
      mkdir -p test/SQLScripts && cd test && printf '\(script.2)' > \(script.1)
      ../image/\(source) \(arguments.split(separator: ", ").joined(separator: " "))
      test -f app.sqlite && ../image/release/bin/sqlscripts-edit --help && ../image/\(source) --version
      """)
    #expect(test.status == 0, "\(test.stderr)")
    let version = try #require(formula.firstMatch(of: #/assert_equal "(.+)\\n"/#)?.1)
    #expect(test.stdout.hasSuffix("\n\(version)\n"), "\(test.stdout)")
  }

  @Test func `the job for GitLab installs the command`() throws {
    let sandbox = try Self.sandbox()
    defer { sandbox.remove() }
    let page = try String(
      contentsOf: Sandbox.repository.appendingPathComponent(
        "Documentation/ContinuousIntegration.md"), encoding: .utf8)
    let file = try #require(page.firstMatch(of: #/ FILE: (.+)/#)?.1)
    let lines = try #require(page.firstMatch(of: #/before_script:\n((?:    - .+\n)+)/#)?.1)
      .replacing("    - ", with: "").replacing("/usr/local", with: "local")
    let job = try sandbox.run(
      """
      set -eu
      mkdir job && cd job && mkdir local
      # The file of this machine, with the checksum of that file.
      [ -e ../release/\(file) ] || mv ../release/sqlscripts-*.tar.gz ../release/\(file)
      sed -i.old 's|sqlscripts-.*|\(file)|' ../release/SHA256SUMS
      RELEASE=$(sed -n 's/^address //p' ../checkout/Tools/released) FILE=\(file)
      \(lines)
      local/bin/sqlscripts --version
      """)
    #expect(job.status == 0 && job.stdout.contains("\(file): OK"), "\(job.stdout)\(job.stderr)")
    #expect(file.contains("-\(job.stdout.split(separator: "\n").last ?? "")-"))
  }

  @Test(arguments: [
    ["--folder"], ["--fold", "a"], ["--tool", "a"], ["a"],
    ["--command", "a", "--tool", "a"],
  ])
  func `wrong options of the release tool are refused`(_ options: [String]) throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let output = try sandbox.run(
      "\"\(Sandbox.repository.path)/Tools/release\" \(options.joined(separator: " "))")
    #expect(output.status == 64 && output.stderr.hasPrefix("usage: Tools/release "))
  }
}

private let hasPython: Bool = {
  guard let sandbox = try? Sandbox() else { return false }
  defer { sandbox.remove() }
  return (try? sandbox.run("python3 --version"))?.status == 0
}()
