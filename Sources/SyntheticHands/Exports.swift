// The public interface of this module uses types of these two modules, such as points and recordings. Because they are
// exported, users need to import only this module.
@_exported public import Quantities
@_exported public import TouchInput
