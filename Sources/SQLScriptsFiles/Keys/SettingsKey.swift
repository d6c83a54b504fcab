/// The keys of `sqlscripts.json`, in the order in which they are listed.
package enum SettingsKey: String, FileKey {
  case numbering, minimumVersion, outOfOrder, targets, rules, sampleData, existingVersionMeans
  case versionStore, functions, collations
}
