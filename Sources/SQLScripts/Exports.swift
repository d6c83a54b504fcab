// An app imports SQLScripts and meets all that its functions give and take.
@_exported import SQLScriptsDatabase
@_exported import SQLScriptsDiagnostics
@_exported import SQLScriptsFiles
