import SQLScriptsFiles

/// The text of new scripts.
package enum ScriptText {
  /// An update without statements, with its description.
  package static func update(_ format: ScriptFile.Format, description: String) -> String {
    // An empty description would be useless.
    let isDescribed = !description.isEmpty
    let xml = "\n\t<key>description</key>\n\t<string>\(xml(description))</string>"
    let json = "\n  \"description\": \(json(description)),"
    switch format {
    case .plist:
      return propertyList(
        """
        <dict>\(isDescribed ? xml : "")
        	<key>statements</key>
        	<array>
        		<!-- One statement in each string:
        		<string>\(Script.exampleStatement)</string> -->
        	</array>
        </dict>
        """)
    case .json:
      return """
        {\(isDescribed ? json : "")
          "statements": [
          ]
        }

        """
    case .sql:
      return """
        \(isDescribed ? "-- description: \(description)\n\n" : "")\
        -- End each statement with a semicolon:
        -- \(Script.exampleStatement);

        """
    }
  }

  /// A first default script, with an example table.
  package static func `default`(_ format: ScriptFile.Format) -> String {
    switch format {
    case .plist:
      propertyList(
        """
        <array>
        	<!-- Creates a new database. Write one statement in each string. In XML, write &lt; for a
        	     less-than sign and &amp; for an ampersand. This table is an example; replace it. -->
        	<string>CREATE TABLE user_info (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
        )</string>
        	<string>CREATE INDEX user_info_name ON user_info (name)</string>
        </array>
        """)
    case .json:
      """
      {
        "description": "Creates a new database. The table is an example; replace it.",
        "statements": [
          [
            "CREATE TABLE user_info (",
            "  id INTEGER PRIMARY KEY,",
            "  name TEXT NOT NULL,",
            "  created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP",
            ")"
          ],
          "CREATE INDEX user_info_name ON user_info (name)"
        ]
      }

      """
    case .sql:
      """
      -- description: What a new database is made of. The table is an example; replace it.

      CREATE TABLE user_info (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
      );

      CREATE INDEX user_info_name ON user_info (name);

      """
    }
  }

  static func propertyList(_ root: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(root)
    </plist>

    """
  }

  /// A text as written in an element.
  static func xml(_ text: String) -> String {
    var written = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": written += "&amp;"
      case "<": written += "&lt;"
      case ">": written += "&gt;"
      // An XML parser would convert it to a line feed.
      case "\r": written += "&#13;"
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written
  }

  private static func json(_ text: String) -> String {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
    return "\"\(escaped.joined())\""
  }
}
