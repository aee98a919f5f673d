import FilterTool
import Netpbm

extension Text {
  var string: String { String(decoding: bytes, as: UTF8.self) }
}
