import TestSupport
import Testing

/// Every test of this layer. They run one after another, and beside no others that call it, since libnetpbm keeps where to jump on an
/// error, and its message, once for the whole process.
@Suite("The stream layer", .serialized, .libnetpbm)
struct StreamLayer {}
