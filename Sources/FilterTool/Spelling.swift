import CSystem
import Netpbm

/// How many slips of the hand lie between a word and a name: letters that are missing, too many or
/// wrong, or that have changed places with their neighbor. Case does not count.
///
/// The optimal string alignment distance: "psotion" is 2 from "position", for a pair that is
/// swapped and a letter that is missing.
func slips(from word: [UInt8], to name: StaticString) -> Int {
  let count = name.utf8CodeUnitCount
  // Rows of the table of distances: of all that starts the name, to what starts the word.
  var row = Array(0...count)
  var above = row
  var twoAbove = row
  for i in word.indices {
    (twoAbove, above, row) = (above, row, twoAbove)
    row[0] = i + 1
    for j in 0..<count {
      let isSame = lowercase(word[i]) == lowercase(name.utf8Start[j])
      var least = min(above[j] + (isSame ? 0 : 1), above[j + 1] + 1, row[j] + 1)
      if i > 0 && j > 0 && lowercase(word[i]) == lowercase(name.utf8Start[j - 1])
        && lowercase(word[i - 1]) == lowercase(name.utf8Start[j])
      {
        least = min(least, twoAbove[j - 1] + 1)
      }
      row[j + 1] = least
    }
  }
  return row[count]
}

private func lowercase(_ letter: UInt8) -> UInt8 {
  letter >= UInt8(ascii: "A") && letter <= UInt8(ascii: "Z") ? letter | 0x20 : letter
}

/// The name that was most likely meant by a word; nil if it is like none. A third of the word's
/// letters may be wrong.
func nearest(to word: [UInt8], of names: [StaticString]) -> StaticString? {
  var nearest: StaticString?
  var least = word.count / 3 + 1
  // As many slips as the lengths differ by there are at least: long words cost nothing.
  for name in names where abs(name.utf8CodeUnitCount - word.count) < least {
    let distance = slips(from: word, to: name)
    if distance < least { (nearest, least) = (name, distance) }
  }
  return nearest
}
