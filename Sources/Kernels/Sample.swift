/// One number of a tuple, 0 to maxval: a byte for a maxval up to 255, else two.
public protocol Sample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// Four samples in one word, the first in its lowest bits.
  associatedtype Quad: FixedWidthInteger, UnsignedInteger, BitwiseCopyable
}

extension UInt8: Sample {
  /// Four bytes.
  public typealias Quad = UInt32
}

extension UInt16: Sample {
  /// Four words of two bytes.
  public typealias Quad = UInt64
}
