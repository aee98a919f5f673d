extension Picture {
  /// Header and raster as the format has them.
  public var bytes: [UInt8] { header + raster }

  public var header: [UInt8] {
    switch kind.magic {
    case 1, 4:
      return Array("P\(kind.magic)\n\(width) \(height)\n".utf8)
    case 7:
      let tupleType = kind.tupleType.map { "TUPLTYPE \($0)\n" } ?? ""
      let numbers = "WIDTH \(width)\nHEIGHT \(height)\nDEPTH \(depth)\nMAXVAL \(maxval)\n"
      return Array("P7\n\(numbers)\(tupleType)ENDHDR\n".utf8)
    default:
      return Array("P\(kind.magic)\n\(width) \(height)\n\(maxval)\n".utf8)
    }
  }

  public var raster: [UInt8] {
    switch kind.magic {
    case 1: plainRaster(samples.map { 1 - $0 })
    case 2, 3: plainRaster(samples)
    case 4: packedRaster
    default: maxval < 256 ? samples.map { UInt8($0) } : samples.flatMap(bigEndian)
    }
  }

  /// At most 10 numbers a line, so that no line is longer than the 70 characters of the format.
  private func plainRaster(_ numbers: [Int]) -> [UInt8] {
    var text = ""
    for (index, number) in numbers.enumerated() {
      text += "\(number)" + (index % 10 == 9 || index == numbers.count - 1 ? "\n" : " ")
    }
    return Array(text.utf8)
  }

  private var packedRaster: [UInt8] {
    (0..<height).flatMap { y in
      stride(from: 0, to: width, by: 8).map { left in
        (0..<8).reduce(UInt8(0)) { byte, bit in
          let black = left + bit < width && self[left + bit, y, 0] == 0
          return byte << 1 | (black ? 1 : 0)
        }
      }
    }
  }

  private func bigEndian(_ sample: Int) -> [UInt8] {
    [UInt8(sample >> 8), UInt8(sample & 255)]
  }
}
