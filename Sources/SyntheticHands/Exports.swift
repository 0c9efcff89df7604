// The public interface uses points and recordings, so importing this module is enough to use it.
@_exported public import Quantities
@_exported public import TouchInput
