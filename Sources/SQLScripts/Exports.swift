// An app imports SQLScripts and meets all that its functions give and take. What scripts are read and
// reported with stays behind: an app may well have a `Diagnostic` or a `SourceLocation` from elsewhere.
@_exported import SQLScriptsDatabase
@_exported import SQLScriptsFiles
