import SQLScriptsReport

/// The files of the editor's page, by their address.
package enum EditorPage {
  package static let files: [String: EditorFile] = [
    "/": EditorFile(type: "text/html; charset=utf-8", bytes: PackageResources.editor_html),
    "/page/editor.css": EditorFile(
      type: "text/css; charset=utf-8", bytes: PackageResources.editor_css),
    "/page/base.css": EditorFile(
      type: "text/css; charset=utf-8", bytes: Array(PageFiles.style.utf8)),
    // One file, because a browser finds modules only while it reads those that import them: 90 took 0.3 seconds.
    "/page/editor.js": EditorFile(
      type: "text/javascript; charset=utf-8",
      bytes: Array(ModuleBundle(of: modules, from: "editor").text.utf8)),
    // Browsers ask for it on their own.
    "/favicon.ico": EditorFile(type: "image/svg+xml", bytes: Array(icon.utf8)),
  ]

  /// The JavaScript modules, by name: the editor's own, and those that draw a report.
  package static let modules = PageFiles.modules.merging(own) { _, own in own }

  private static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="1" y="1" width="14" \
    height="14" rx="3" fill="#2f55c7"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" \
    stroke-width="1.5" fill="none"/></svg>
    """

  private static let own: [String: String] = [
    "addbar": PackageResources.addbar_js, "api": PackageResources.api_js,
    "app": PackageResources.app_js, "banners": PackageResources.banners_js,
    "card": PackageResources.card_js, "cards": PackageResources.cards_js,
    "changesview": PackageResources.changesview_js,
    "changetable": PackageResources.changetable_js,
    "changewords": PackageResources.changewords_js,
    "columnfields": PackageResources.columnfields_js, "columnlist": PackageResources.columnlist_js,
    "columntypes": PackageResources.columntypes_js, "completion": PackageResources.completion_js,
    "conflict": PackageResources.conflict_js, "connection": PackageResources.connection_js,
    "copying": PackageResources.copying_js, "createtable": PackageResources.createtable_js,
    "dependents": PackageResources.dependents_js,
    "description": PackageResources.description_js, "dialog": PackageResources.dialog_js,
    "difference": PackageResources.difference_js,
    "diffview": PackageResources.diffview_js, "draft": PackageResources.draft_js,
    "droptable": PackageResources.droptable_js, "earlier": PackageResources.earlier_js,
    "editor": PackageResources.editor_js,
    "edits": PackageResources.edits_js, "effects": PackageResources.effects_js,
    "emptyupdate": PackageResources.emptyupdate_js,
    "filetext": PackageResources.filetext_js, "findingview": PackageResources.findingview_js,
    "foldernote": PackageResources.foldernote_js,
    "formatchoice": PackageResources.formatchoice_js,
    "formcall": PackageResources.formcall_js, "formdialog": PackageResources.formdialog_js,
    "formdone": PackageResources.formdone_js, "formoutcome": PackageResources.formoutcome_js,
    "formpreview": PackageResources.formpreview_js, "forms": PackageResources.forms_js,
    "grouping": PackageResources.grouping_js, "header": PackageResources.header_js,
    "help": PackageResources.help_js, "indexforms": PackageResources.indexforms_js,
    "keeping": PackageResources.keeping_js, "keys": PackageResources.keys_js,
    "livetext": PackageResources.livetext_js, "meanwhile": PackageResources.meanwhile_js,
    "moves": PackageResources.moves_js,
    "newscript": PackageResources.newscript_js,
    "panes": PackageResources.panes_js, "questions": PackageResources.questions_js,
    "release": PackageResources.release_js, "rivals": PackageResources.rivals_js,
    "restingpointer": PackageResources.restingpointer_js,
    "rowfilter": PackageResources.rowfilter_js, "rowforms": PackageResources.rowforms_js,
    "save": PackageResources.save_js, "scriptchanges": PackageResources.scriptchanges_js,
    "scriptpane": PackageResources.scriptpane_js,
    "sqlfield": PackageResources.sqlfield_js, "start": PackageResources.start_js,
    "stepchoice": PackageResources.stepchoice_js, "stepforms": PackageResources.stepforms_js,
    "steps": PackageResources.steps_js, "stepwords": PackageResources.stepwords_js,
    "store": PackageResources.store_js,
    "suggestions": PackageResources.suggestions_js, "tablechoice": PackageResources.tablechoice_js,
    "toasts": PackageResources.toasts_js, "trial": PackageResources.trial_js,
    "typedtext": PackageResources.typedtext_js, "valuefield": PackageResources.valuefield_js,
    "versionline": PackageResources.versionline_js, "writing": PackageResources.writing_js,
  ].mapValues { String(decoding: $0, as: UTF8.self) }
}
