import CNetpbm
import CSystem

/// Writes pictures one after another: headers and plain rasters through libnetpbm, raw rasters
/// straight to the output. Of threads, what ``ImageReader`` says holds here too.
public final class ImageWriter {
  private let output: ByteOutput
  private let isPlain: Bool
  /// What libnetpbm writes to.
  private var file: UnsafeMutablePointer<FILE>?
  private var pam = CNetpbm.pam()
  private var tuples: UnsafeMutablePointer<tuple?>?
  private static let tuplesPerPiece = 1024
  /// Where the next tuple of a plain raster stands in its row.
  private var column = 0
  /// Why a write that libnetpbm asked for failed.
  private var failure: NetpbmError?

  /// With `isPlain`, pictures are written in their plain (ASCII) form.
  public init(_ output: ByteOutput, isPlain: Bool = false) throws(NetpbmError) {
    self.output = output
    self.isPlain = isPlain
    file = cnetpbm_openWriter(Unmanaged.passUnretained(self).toOpaque()) { context, bytes, count in
      Unmanaged<ImageWriter>.fromOpaque(context!).takeUnretainedValue().take(bytes!, count)
    }
    if file == nil { throw .outOfMemory(output.name) }
  }

  deinit {
    if let file { fclose(file) }
    cnetpbm_freeRow(tuples)
  }

  /// Writes a header. With `isPlain` it must be one without opacity, and becomes a PGM or PPM.
  public func writeHeader(_ header: Header) throws(NetpbmError) {
    column = 0
    pam = CNetpbm.pam()
    pam.size = UInt32(MemoryLayout<CNetpbm.pam>.size)
    pam.len = pam.size
    pam.file = file
    let digit: Unicode.Scalar =
      header.container == .pam && !isPlain ? "7" : header.isColor ? "6" : "5"
    pam.format = formatCode(digit)
    pam.plainformat = isPlain ? 1 : 0
    pam.width = Int32(header.width)
    pam.height = Int32(header.height)
    pam.depth = UInt32(header.depth)
    pam.maxval = UInt(header.maxval)
    pam.bytes_per_sample = UInt32(header.sampleSize)
    withUnsafeMutableBytes(of: &pam.tuple_type) { target in
      let name = header.tupleType
      for i in 0..<name.utf8CodeUnitCount { target[i] = name.utf8Start[i] }
      target[name.utf8CodeUnitCount] = 0
    }
    let problem = cnetpbm_writeHeader(&pam)
    try settle(problem)
  }

  /// Writes the next `count` samples, whole tuples, which may be changed on the way.
  public func writeSamples<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeMutablePointer<Sample>, count: Int
  ) throws(NetpbmError) {
    if isPlain { return try writePlain(samples, count) }
    if MemoryLayout<Sample>.size == 2 {
      for i in 0..<count { samples[i] = samples[i].bigEndian }
    }
    let size = count * MemoryLayout<Sample>.size
    let bytes = UnsafeRawPointer(samples).assumingMemoryBound(to: UInt8.self)
    try output.write(bytes, count: size)
  }

  /// Hands the picture to the system, so that a reader has it before the next one is waited for.
  public func finishPicture() throws(NetpbmError) { try output.flush() }

  private func writePlain<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeMutablePointer<Sample>, _ count: Int
  ) throws(NetpbmError) {
    let depth = Int(pam.depth)
    if tuples == nil {
      var widest = pam
      widest.width = Int32(Self.tuplesPerPiece)
      widest.depth = 3
      if cnetpbm_allocateRow(&widest, &tuples) != nil { throw .outOfMemory(output.name) }
    }
    var piece = pam
    var done = 0
    while done < count {
      // A piece ends where a row does, so that lines of text do not depend on the strips' height.
      let width = min(Self.tuplesPerPiece, (count - done) / depth, Int(pam.width) - column)
      column = (column + width) % Int(pam.width)
      piece.width = Int32(width)
      for x in 0..<width {
        for plane in 0..<depth {
          tuples![x]![plane] = UInt(truncatingIfNeeded: samples[done + x * depth + plane])
        }
      }
      let problem = cnetpbm_writeRow(&piece, tuples)
      try settle(problem)
      done += width * depth
    }
  }

  private func settle(_ problem: UnsafePointer<CChar>?) throws(NetpbmError) {
    fflush(file)
    clearerr(file)
    if let failure { throw failure }
    if let problem { throw .library(problem, about: output.name) }
  }

  private func take(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Int {
    bytes.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
      do throws(NetpbmError) {
        try output.write(bytes, count: count)
        return count
      } catch {
        failure = error
        return 0
      }
    }
  }
}
