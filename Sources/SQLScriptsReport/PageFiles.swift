/// The files of the page that draws a report, which the editor uses, too. They are part of the program.
package enum PageFiles {
  package static let report = text(PackageResources.report_html)
  package static let style =
    text(PackageResources.base_css) + text(PackageResources.drawing_css)
  static let reportStyle = text(PackageResources.report_css)

  /// The JavaScript modules, by name.
  package static let modules: [String: String] = [
    "data": PackageResources.data_js, "diagram": PackageResources.diagram_js,
    "dom": PackageResources.dom_js, "drawing": PackageResources.drawing_js,
    "findings": PackageResources.findings_js, "icons": PackageResources.icons_js,
    "layers": PackageResources.layers_js, "layout": PackageResources.layout_js,
    "neighborhood": PackageResources.neighborhood_js, "packed": PackageResources.packed_js,
    "relations": PackageResources.relations_js, "report": PackageResources.report_js,
    "rows": PackageResources.rows_js, "schema": PackageResources.schema_js,
    "sql": PackageResources.sql_js,
    "statements": PackageResources.statements_js, "tables": PackageResources.tables_js,
    "tabs": PackageResources.tabs_js, "timeline": PackageResources.timeline_js,
    "version": PackageResources.version_js, "viewport": PackageResources.viewport_js,
  ].mapValues(text)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
