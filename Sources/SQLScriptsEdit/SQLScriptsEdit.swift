import SQLScriptsDatabase
import SQLScriptsEditor
import SQLScriptsReporting
import SQLScriptsScratch
import SQLScriptsValidation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program behind “sqlscripts edit”. It is separate, so that the command does not link a web server.
@main
struct SQLScriptsEdit {
  static func main() {
    // In the main thread, before there are others: an asynchronous main function runs in a second one.
    StopSignals.block()
    signal(SIGPIPE, SIG_IGN)
    Connection.limitMemory()
    Task.detached { await start() }
    while true { pause() }
  }

  private static func start() async {
    do {
      try await run(EditArguments(CommandLineArguments.all))
      exit(0)
    } catch let failure as EditFailure {
      failure.print()
      exit(failure.status)
    } catch {
      let failure = EditFailure(70, "internal error: please report this: \(error)")
      failure.print()
      exit(failure.status)
    }
  }

  private static func run(_ arguments: EditArguments) async throws {
    if arguments.printsHelp { return Output.print(EditArguments.help) }
    let lock = try lock(arguments.folder)
    let service = try session(arguments, journals: lock.journals)
    let server: EditorServer
    do {
      server = try await EditorServer.start(service, files: EditorPage.files)
    } catch {
      throw EditFailure(2, "the editor could not listen on 127.0.0.1: \(error)")
    }
    StopSignals.wait { server.stop(.interrupted) }
    Output.print("The editor runs at \(server.address)\n")
    if arguments.opensBrowser { openBrowser(server) }
    for words in await service.wordsOfSetAside {
      Output.print(VisibleText.oneLine(words) + "\n")
    }
    Output.print("Press Ctrl-C to stop.\n")
    let reason = await server.waitUntilStopped()
    Output.print(words(for: reason) + "\n")
    let state = await service.keepUnsavedChanges()
    if let state { Output.print(words(for: state) + "\n") }
    if state != nil || reason != .interrupted {
      Output.print(VisibleText.oneLine("To start it again: \(service.command)") + "\n")
    }
    if let path = await service.outdatedJournal {
      Output.print(
        VisibleText.oneLine(
          "Your earlier unsaved changes could not be deleted, so the editor will show them again. Delete “\(path)” to prevent that."
        ) + "\n")
    }
    withExtendedLifetime(lock) {}
  }

  /// The one place where the server gets what answers its calls.
  private static func session(
    _ arguments: EditArguments, journals: String?
  ) throws -> EditorSession {
    do {
      return try EditorSession(
        folder: arguments.folder, data: arguments.data, journals: journals)
    } catch let error as RealRows.LoadError {
      throw EditFailure(2, error.message, help: "Pass an existing database with --with-data.")
    } catch {
      throw EditFailure(2, "\(error)")
    }
  }

  private static func lock(_ folder: String) throws -> FolderLock {
    do {
      return try FolderLock(folder, journals: StateFolder.journals)
    } catch .inUse {
      throw EditFailure(
        2, "an editor for the folder “\(folder)” is already running",
        help: """
          Use its page in your browser. The terminal in which it was started shows its address, and Ctrl-C \
          stops it there.
          """)
    } catch .unreadable(let reason) {
      throw EditFailure(
        2, "cannot open the folder “\(folder)”: \(reason)",
        help: "Pass the scripts folder, or create one with “sqlscripts init”.")
    }
  }

  private static func openBrowser(_ server: EditorServer) {
    let parent = Browser.temporaryFolder
    guard Browser.hasScreen, let file = RedirectFile(to: server.address, in: parent),
      Browser.open(file.path)
    else { return Output.print("Open this address in your browser.\n") }
    Output.print("If your browser does not show the editor, open this address in it.\n")
    Task {
      await server.waitUntilOpened()
      file.remove()
    }
  }

  private static func words(for state: KeptState) -> String {
    switch state {
    case .shown: "Your unsaved changes are kept. The editor shows them when you start it again."
    case .offered:
      "Your unsaved changes are kept. Their scripts are not in the folder now, so the editor asks before it shows them."
    case .lost: "Your unsaved changes could not be kept."
    }
  }

  private static func words(for reason: StopReason) -> String {
    switch reason {
    case .interrupted: "Stopped."
    case .idle: "Stopped after 30 minutes without activity."
    case .closed: "Stopped because the page was closed."
    case .neverOpened: "Stopped because no browser opened the page within 5 minutes."
    }
  }
}
