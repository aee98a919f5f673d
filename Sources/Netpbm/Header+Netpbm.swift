import CNetpbm
import CSystem

/// libnetpbm's number for a format, as in "P5".
func formatCode(_ digit: Unicode.Scalar) -> Int32 {
  Int32(UInt8(ascii: "P")) << 8 | Int32(digit.value)
}

extension Header {
  /// What libnetpbm read, held against what the tools take.
  init(_ pam: CNetpbm.pam, place: Text) throws(NetpbmError) {
    var name = pam.tuple_type
    let isPAM = pam.format == formatCode("7")
    let type = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { TupleType($0) }
    }
    let typeName = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { Text($0) }
    }
    let depth = Int(pam.depth)
    var isColor = depth >= 3
    var hasOpacity = depth == 2 || depth == 4
    var isBilevel = pam.format == formatCode("1") || pam.format == formatCode("4")
    if isPAM {
      switch type {
      case .none where depth > 4: throw .depthWithoutType(place, depth)
      case .none: break
      case .unknown: throw .tupleType(place, typeName)
      case .known(let color, let opacity, let bilevel):
        isColor = color
        hasOpacity = opacity
        isBilevel = bilevel
        if depth != (color ? 3 : 1) + (opacity ? 1 : 0) { throw .depth(place, depth, of: typeName) }
        if bilevel && pam.maxval != 1 { throw .bilevelMaxval(place, Int(pam.maxval), of: typeName) }
      }
    }
    self.init(
      container: isPAM ? .pam : .pnm, width: Int(pam.width), height: Int(pam.height),
      maxval: Int(pam.maxval), isColor: isColor, hasOpacity: hasOpacity, isBilevel: isBilevel)
    // libnetpbm lets a PAM's height of 2^31 and more wrap to below 0.
    if !isWithinLimits {
      throw .tooLarge(place, width: width, height: Int(UInt32(bitPattern: pam.height)))
    }
  }
}

/// What a PAM header's TUPLTYPE says.
private enum TupleType {
  case none, unknown
  case known(isColor: Bool, hasOpacity: Bool, isBilevel: Bool)

  init(_ name: UnsafePointer<CChar>) {
    if name.pointee == 0 {
      self = .none
    } else if strcmp(name, "BLACKANDWHITE") == 0 {
      self = .known(isColor: false, hasOpacity: false, isBilevel: true)
    } else if strcmp(name, "BLACKANDWHITE_ALPHA") == 0 {
      self = .known(isColor: false, hasOpacity: true, isBilevel: true)
    } else if strcmp(name, "GRAYSCALE") == 0 {
      self = .known(isColor: false, hasOpacity: false, isBilevel: false)
    } else if strcmp(name, "GRAYSCALE_ALPHA") == 0 {
      self = .known(isColor: false, hasOpacity: true, isBilevel: false)
    } else if strcmp(name, "RGB") == 0 {
      self = .known(isColor: true, hasOpacity: false, isBilevel: false)
    } else if strcmp(name, "RGB_ALPHA") == 0 {
      self = .known(isColor: true, hasOpacity: true, isBilevel: false)
    } else {
      self = .unknown
    }
  }
}
