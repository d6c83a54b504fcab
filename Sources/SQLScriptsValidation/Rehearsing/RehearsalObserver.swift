import SQLScriptsFiles

/// Receives each script after its rehearsal, and the script before it on the same route; nil if it is the first.
///
/// A script that is on two routes is rehearsed twice. The first route is that of a new database.
package typealias RehearsalObserver = (_ script: RehearsedScript, _ previous: Script?) -> Void
