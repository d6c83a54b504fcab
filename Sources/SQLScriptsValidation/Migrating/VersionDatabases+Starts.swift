extension VersionDatabases {
  /// The versions to start a rehearsal from: all of them, or so many that the work remains in proportion to the scripts.
  ///
  /// A migration from one version goes through all later ones. From every version, 1,000 scripts would run half a
  /// million times. The oldest and the newest version always count, then those halfway between.
  package var starts: [Int64] {
    let count = versions.count
    // At most one and a half times each script, and some more, so that short histories start everywhere.
    let budget = count + count / 2 + 300
    guard count * (count + 1) / 2 > budget else { return versions }
    var chosen: Set<Int> = []
    var work = 0
    let choose = { (index: Int) in
      guard work + count - index <= budget, chosen.insert(index).inserted else { return }
      work += count - index
    }
    choose(0)
    choose(count - 1)
    var gaps = [0..<count - 1]
    while !gaps.isEmpty {
      let middles = gaps.map { $0.lowerBound + $0.count / 2 }
      for middle in middles { choose(middle) }
      gaps = zip(gaps, middles).flatMap { gap, middle in
        [gap.lowerBound..<middle, middle..<gap.upperBound].filter { $0.count > 1 }
      }
    }
    return chosen.sorted().map { versions[$0] }
  }
}
