// The public interface of this module uses points and seconds. Because of this export, clients need to import only this
// module.
@_exported public import Quantities
