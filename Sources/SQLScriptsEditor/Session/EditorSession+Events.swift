import SQLScriptsReporting

extension EditorSession {
  /// A stream of events for one page.
  package func events() -> AsyncStream<JSONText> {
    pageCount += 1
    let number = pageCount
    return AsyncStream(bufferingPolicy: .bufferingNewest(100)) { continuation in
      continuation.onTermination = { [weak self] _ in
        Task { await self?.forget(number) }
      }
      pages[number] = continuation
      // The page has read the document before, and something may have changed since.
      continuation.yield(["event": "state", "state": .int(state)])
      continuation.yield(disk)
      watchFiles()
    }
  }

  private func forget(_ number: Int) { pages[number] = nil }

  func send(_ event: JSONText) {
    for page in pages.values { page.yield(event) }
  }

  /// Tells the pages when another program has changed a script, while there are any.
  private func watchFiles() {
    guard watcher == nil else { return }
    watcher = Task { [weak self] in
      while await self?.reportChanges() == true { try? await Task.sleep(for: .seconds(1)) }
    }
  }

  /// Returns whether there are pages.
  func reportChanges() -> Bool {
    guard !pages.isEmpty else {
      watcher = nil
      return false
    }
    // The pages say what becomes of the unsaved changes if the editor ends.
    if let present, kept.restore() { publish(present) }
    let trouble = folder.trouble
    guard
      folder.mayHaveChanged() || trouble != reportedTrouble
        || folder.writeTrouble != reportedWriteTrouble
    else { return true }
    noticeCompanions()
    followRenamedFiles()
    report(folder.changes())
    return true
  }

  /// Tells the pages what another program has done with the scripts, also that it is no longer so.
  func report(_ changes: [String: DiskChange]) {
    let trouble = folder.trouble
    // Without its folder, no file is news.
    let files = (trouble == nil ? changes : [:]).sorted { $0.key < $1.key }.map {
      name, change -> JSONText in
      [
        "file": .string(name), "state": .string(change.rawValue),
        "breaksRelease": .bool(folder.breaksRelease(name)),
        "replacedBy": .string(change == .deleted ? folder.replacement(of: name) : nil),
      ]
    }
    let writeTrouble = trouble == nil ? folder.writeTrouble : nil
    guard
      files != reportedFiles || trouble != reportedTrouble || writeTrouble != reportedWriteTrouble
    else { return }
    (reportedFiles, reportedTrouble, reportedWriteTrouble) = (files, trouble, writeTrouble)
    send(disk)
  }

  private var disk: JSONText {
    [
      "event": "disk", "files": .array(reportedFiles), "folder": reportedFolder,
      "readOnly": reportedWriteTrouble?.json ?? .null,
    ]
  }

  private var reportedFolder: JSONText {
    guard let reportedTrouble else { return .null }
    return [
      "gone": .bool(reportedTrouble == .gone), "text": .string(reportedTrouble.words),
      "advice": .string(reportedTrouble.advice),
      "missing": .array(folder.unread.map { .string($0) }),
    ]
  }

  /// Checks everything again if another program has changed the settings or released scripts.
  func noticeCompanions() {
    guard folder.trouble == nil, folder.rereadCompanions() else { return }
    memory.forgetAll()
    checkAll()
  }
}
