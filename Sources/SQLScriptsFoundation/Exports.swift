// Makes a second import unnecessary.
@_exported import SQLScripts
