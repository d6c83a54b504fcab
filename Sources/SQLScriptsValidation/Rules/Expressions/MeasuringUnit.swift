/// A unit that the name of a column ends with: `started_ms`, `weightKg`.
struct MeasuringUnit {
  enum Dimension {
    case time, money, weight, length
  }

  /// Its name in a message.
  let name: String
  let dimension: Dimension
  /// How many seconds, euros, grams or metres it is.
  let size: Double

  init?(named column: String) {
    guard let unit = Self.units[Self.lastWord(of: column)] else { return nil }
    (name, dimension, size) = unit
  }

  /// The unit of a column beside one of a known dimension. There, a letter is enough.
  init?(named column: String, like other: MeasuringUnit) {
    if let unit = MeasuringUnit(named: column) {
      self = unit
      return
    }
    switch (other.dimension, Self.lastWord(of: column)) {
    case (.length, "m"): (name, dimension, size) = ("metres", .length, 1)
    case (.weight, "g"): (name, dimension, size) = ("grams", .weight, 1)
    case (.time, "min"), (.time, "m"): (name, dimension, size) = ("minutes", .time, 60)
    case (.time, "h"): (name, dimension, size) = ("hours", .time, 3600)
    default: return nil
    }
  }

  private static func lastWord(of name: String) -> String {
    var word = ""
    for character in name.reversed() {
      if character == "_" { break }
      word.insert(Character(character.lowercased()), at: word.startIndex)
      if character.isUppercase, word.count > 1 { break }
    }
    return word
  }

  private static let units: [String: (String, Dimension, Double)] = {
    let all: [([String], String, Dimension, Double)] = [
      (["ms", "millis", "msec", "milliseconds"], "milliseconds", .time, 0.001),
      (["s", "sec", "secs", "seconds"], "seconds", .time, 1),
      (["mins", "minutes"], "minutes", .time, 60),
      (["hrs", "hours"], "hours", .time, 3600),
      (["days"], "days", .time, 86_400),
      (["weeks"], "weeks", .time, 604_800),
      (["cents"], "cents", .money, 0.01),
      (["euros", "eur", "dollars", "usd"], "whole units", .money, 1),
      (["mg", "milligrams"], "milligrams", .weight, 0.001),
      (["grams"], "grams", .weight, 1),
      (["oz", "ounces"], "ounces", .weight, 28.35),
      (["lb", "lbs"], "pounds", .weight, 453.6),
      (["kg", "kilos", "kilograms"], "kilograms", .weight, 1000),
      (["mm", "millimeters", "millimetres"], "millimetres", .length, 0.001),
      (["cm", "centimeters", "centimetres"], "centimetres", .length, 0.01),
      (["inches"], "inches", .length, 0.0254),
      (["ft", "feet"], "feet", .length, 0.3048),
      (["meters", "metres"], "metres", .length, 1),
      (["km", "kilometers", "kilometres"], "kilometres", .length, 1000),
      (["miles"], "miles", .length, 1609.3),
    ]
    var units: [String: (String, Dimension, Double)] = [:]
    for (words, name, dimension, size) in all {
      for word in words { units[word] = (name, dimension, size) }
    }
    return units
  }()
}
