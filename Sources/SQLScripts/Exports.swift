// Exports everything that the functions of SQLScripts take and return. Types of the readers and reports are not
// exported, because an app may have its own `Diagnostic` or `SourceLocation`.
@_exported import SQLScriptsDatabase
@_exported import SQLScriptsFiles
