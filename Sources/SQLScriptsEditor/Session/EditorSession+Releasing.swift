import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension EditorSession {
  /// The scripts that a release would record now.
  ///
  /// - Parameter again: the released script that was changed and is recorded as it is now, because no user has it; nil for
  ///   all that are new.
  func releasePreview(again: Int64?) async throws(EditorProblem) -> JSONText {
    let release = try await preparedRelease(again)
    return ["versions": .array(release.recordedVersions.map { .integer($0) })]
  }

  /// Records scripts as released, which cannot be taken back.
  ///
  /// - Parameter versions: the scripts that the user has seen in the preview.
  func release(_ versions: [Int64], again: Int64?) async throws(EditorProblem) -> JSONText {
    let release = try await preparedRelease(again)
    guard let before = check, release.recordedVersions == versions else {
      throw EditorProblem(
        .conflict,
        "the scripts have changed since you were asked, so nothing was released; look at them again"
      )
    }
    do throws(AuthoringError) {
      try folder.record(release)
    } catch {
      throw EditorProblem(.notWritten, error.releaseWords)
    }
    memory.forgetAll()
    let from = state
    checkAll()
    _ = await completeCheck()
    return .object(patch(from: before, state: from))
  }

  /// The release of the scripts on the disk, which are those that the page shows.
  private func preparedRelease(_ again: Int64?) async throws(EditorProblem) -> ScriptRelease {
    let number = revision
    try checkFolder()
    noticeCompanions()
    let check = await completeCheck()
    guard revision == number else { throw .stale }
    guard !hasUnsavedChanges else {
      throw EditorProblem(.refused, "there are changes that are not saved; save them first")
    }
    if let file = folder.changes().keys.min() {
      throw EditorProblem(
        .refused, "“\(file)” was changed by another program; read the files again first")
    }
    let errors = check.openFindings.count {
      $0.severity == .error && !(again != nil && $0.id == "released-script-changed")
    }
    guard errors == 0 else {
      throw EditorProblem(
        .refused,
        errors == 1
          ? "there is still 1 error; correct it first"
          : "there are still \(errors) errors; correct them first")
    }
    let release: ScriptRelease
    do {
      release = try ScriptRelease(
        of: check.library.bundle, Validator(check.library).readScripts().scripts,
        settings: check.library.settings(),
        recording: again.map { .onlyChanged($0 == 0 ? .default : .update($0)) } ?? .all)
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
    guard release.lock != nil, !release.recordedVersions.isEmpty else {
      throw EditorProblem(.refused, "all scripts are released already")
    }
    return release
  }
}

extension EditorFolder {
  /// Writes the lock file, and takes the scripts that it has as released.
  fileprivate mutating func record(_ release: ScriptRelease) throws(AuthoringError) {
    let place = ScriptDirectory.path(of: LockFile.fileName, in: path)
    guard Self.isInside(place, path) else {
      throw .notWritten(path: place, code: ELOOP, why: "it is a link to a file outside the folder")
    }
    try release.write(in: path, to: place)
    _ = rereadCompanions()
  }
}

extension ScriptRelease {
  /// The new and changed scripts as the page names them. A default script is number 0.
  fileprivate var recordedVersions: [Int64] {
    changes.filter { $0.action == .new || $0.action == .changed }
      .map { $0.entry.kind == .default ? 0 : $0.entry.version }
  }
}

extension AuthoringError {
  fileprivate var releaseWords: String {
    switch self {
    case .scriptChanged(let name):
      "“\(name)” was changed while the scripts were checked, so nothing was released; read the files again first"
    default: "\(self); nothing was released"
    }
  }
}
