// The public interface uses the types of Quantities, which are exported again so that users need no second import.
@_exported public import Quantities
