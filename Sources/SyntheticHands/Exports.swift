// The public interface uses types of these two modules, such as points and recordings, so one import is enough.
@_exported public import Quantities
@_exported public import TouchInput
