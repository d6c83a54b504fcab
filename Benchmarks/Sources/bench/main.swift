import Foundation

// bench --floor PROGRAM --embedded PROGRAM --sqlscripts PROGRAM --peer PROGRAM
//   --sax PROGRAM [--folder FOLDER] [--quick] [--rounds N] [BENCHMARK]...
var place = Workplace(folder: "", floor: "", embedded: "", sqlscripts: "", peer: "", sax: "")
var folder: String?
var isQuick = false
var rounds = 7
var names: [String] = []
var words = CommandLine.arguments.dropFirst()

while let word = words.popFirst() {
  switch word {
  case "--floor": place.floor = words.popFirst() ?? ""
  case "--embedded": place.embedded = words.popFirst() ?? ""
  case "--sqlscripts": place.sqlscripts = words.popFirst() ?? ""
  case "--peer": place.peer = words.popFirst() ?? ""
  case "--sax": place.sax = words.popFirst() ?? ""
  case "--folder": folder = words.popFirst()
  case "--quick": isQuick = true
  case "--rounds": rounds = words.popFirst().flatMap(Int.init) ?? rounds
  default: names.append(word)
  }
}

let unknown = names.filter { name in !benchmarks.contains { $0.name == name } }
guard unknown.isEmpty, !place.floor.isEmpty, !place.sqlscripts.isEmpty else {
  print("The benchmarks are \(benchmarks.map(\.name).joined(separator: ", ")).")
  exit(2)
}

if isQuick, folder == nil, FileManager.default.isWritableFile(atPath: "/dev/shm") {
  folder = "/dev/shm"
}
// A folder of its own, because it is deleted.
place.folder = (folder ?? NSTemporaryDirectory()) + "/sqlscripts-bench-\(getpid())"
try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: place.folder) }
if isQuick {
  try QuickTable.print(place)
} else {
  print("\(rounds) rounds by turns; medians. Ratios are to the first line.")
  for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
    var table = Table(try benchmark.contestants(place))
    for round in 0..<rounds { try table.measure(round: round) }
    try benchmark.check(place)
    print("\n### \(benchmark.title)\n\n\(table.text)")
  }
}
