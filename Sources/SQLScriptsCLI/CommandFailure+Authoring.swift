import SQLScriptsAuthoring

extension CommandFailure {
  /// Creates the failure for a file that was not written.
  init(authoring error: AuthoringError) {
    switch error {
    case .notWritten: self.init(.couldNotRun, "\(error)")
    case .exists, .changedMeanwhile, .scriptChanged, .noNumberLeft, .timestampAmongNumbers:
      self.init(.findings, "\(error)")
    case .damagedLock(let diagnostics):
      self.init(.couldNotRun, "\(error)", diagnostics: diagnostics)
    case .wrongNames(let diagnostics):
      self.init(.findings, "\(error)", diagnostics: diagnostics)
    }
  }
}
