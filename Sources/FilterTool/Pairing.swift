import Netpbm

/// Steps through the pictures of one input, or of two side by side.
///
/// As many pictures come out as the longer input has, or as many as are asked for: an input of one
/// picture is used again for each, and past the end of all the last one is held.
struct Pairing {
  /// The main input last.
  let inputs: [RowSource]
  /// How many pictures are wanted; nil for as many as there are.
  let limit: UInt64?
  /// Whether a picture is to be read twice in any case.
  private let readsTwice: ((Header) -> Bool)?
  private var hasEnded: [Bool]
  /// How many pictures have been stepped to.
  private var count: UInt64 = 0

  init(_ inputs: [RowSource], limit: UInt64?, readsTwice: ((Header) -> Bool)? = nil) {
    self.inputs = inputs
    self.limit = limit
    self.readsTwice = readsTwice
    hasEnded = inputs.map { _ in false }
  }

  /// Goes on to the next picture of each input; false if there is none to come.
  mutating func next() throws(ToolError) -> Bool {
    if let limit, count == limit { return false }
    defer { count += 1 }
    if count == 0 { return try first() }
    for i in inputs.indices where !hasEnded[i] { hasEnded[i] = try !inputs[i].hasNext() }
    let goesOn = hasEnded.contains(false)
    if !goesOn && limit == nil { return false }
    for i in inputs.indices {
      if !hasEnded[i] {
        try inputs[i].readHeader(isMarked: mayBeHeld, orIf: readsTwice)
      } else {
        if goesOn && inputs[i].reader.number > 1 { throw unequal(ended: i) }
        try inputs[i].rewind()
      }
    }
    return true
  }

  private mutating func first() throws(ToolError) -> Bool {
    for input in inputs {
      guard try input.hasNext() else { throw ToolError(.noPicture(input.name)) }
    }
    let isPaired = inputs.count == 2 && limit != 1
    for input in inputs {
      try input.readHeader(isMarked: mayBeHeld || isPaired, orIf: readsTwice)
    }
    // Beside an only picture no other one is used again.
    for (i, input) in inputs.enumerated() where isPaired && input.isLast {
      hasEnded[i] = true
      if !mayBeHeld { inputs[1 - i].forget(unless: readsTwice) }
    }
    return true
  }

  /// Whether the picture that is stepped to may turn out to be the last, and more be wanted.
  private var mayBeHeld: Bool {
    guard let limit else { return false }
    return count < limit - 1
  }

  private func unequal(ended: Int) -> ToolError {
    .unequalStreams(
      ended: inputs[ended].name, after: inputs[ended].reader.number,
      other: inputs[1 - ended].name)
  }
}
