import SQLScriptsScratch
import SQLScriptsTorture
import Testing

/// The possible contents of a disk after a power cut.
struct DiskTests {
  private static let page = [UInt8](repeating: 1, count: 1024)

  private func torn(_ disk: Disk) -> Set<Folder.Files> {
    Set(
      (UInt64(0)..<200).map { number in
        var random = SeededGenerator(state: number)
        return disk.torn(&random)
      })
  }

  @Test func `a disk without writes keeps its contents`() {
    let disk = Disk(["app.db": [1, 2]])
    #expect(disk.kept == ["app.db": [1, 2]])
    #expect(disk.dropped == disk.kept)
    #expect(torn(disk) == [disk.kept])
  }

  @Test func `unsynced writes can be lost, sector by sector`() {
    var disk = Disk(["app.db": [UInt8](repeating: 0, count: 1024)])
    disk.apply(.write("app.db", offset: 0, Self.page))
    #expect(disk.kept == ["app.db": Self.page])
    #expect(disk.dropped == ["app.db": [UInt8](repeating: 0, count: 1024)])
    let halves: [[UInt8]] = [
      [UInt8](repeating: 0, count: 512), [UInt8](repeating: 1, count: 512),
    ]
    let all = halves.flatMap { first in halves.map { ["app.db": first + $0] } }
    #expect(torn(disk) == Set(all))
  }

  @Test func `synced writes survive in every case`() {
    var disk = Disk(["app.db": []])
    disk.apply(.write("app.db", offset: 0, Self.page))
    disk.apply(.sync("app.db"))
    #expect(torn(disk) == [["app.db": Self.page]])
    #expect(disk.dropped == ["app.db": Self.page])
  }

  @Test func `writes to a file are reordered, but names are not`() {
    var disk = Disk([:])
    disk.apply(.create("a"))
    disk.apply(.create("b"))
    disk.apply(.delete("a", syncsFolder: false))
    #expect(disk.kept == ["b": []])
    #expect(disk.dropped == [:])
    #expect(torn(disk) == [[:], ["a": []], ["a": [], "b": []], ["b": []]])
    disk.apply(.sync("/"))
    #expect(torn(disk) == [["b": []]])
  }

  @Test func `a journal is synced together with its name`() {
    var disk = Disk(["app.db": []])
    disk.apply(.write("app.db-journal", offset: 0, [7]))
    disk.apply(.sync("app.db-journal"))
    #expect(disk.dropped == ["app.db": [], "app.db-journal": [7]])
    disk.apply(.delete("app.db-journal", syncsFolder: true))
    #expect(disk.dropped == ["app.db": []])
  }

  @Test func `a write past the end leaves zeros, and truncating cuts the file`() {
    var disk = Disk([:])
    disk.apply(.write("a", offset: 3, [9]))
    #expect(disk.kept == ["a": [0, 0, 0, 9]])
    disk.apply(.truncate("a", size: 1))
    #expect(disk.kept == ["a": [0]])
    disk.apply(.rename("a", "b"))
    #expect(disk.kept == ["b": [0]])
  }

  @Test func `the disk knows what was promised at each point`() {
    var disk = Disk([:])
    #expect(disk.promise == ScenarioRun.Promise())
    disk.apply(.promise(ScenarioRun.Promise(committed: 3)))
    #expect(disk.promise == ScenarioRun.Promise(committed: 3))
  }
}
