import SQLScriptsAuthoring

/// A step, and the form that makes it; nil if there is none.
struct KnownStep: Sendable {
  let step: EditorStep
  let form: FormStep?
}
