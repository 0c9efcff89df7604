// The public interface uses points and seconds, so that users need no second import.
@_exported public import Quantities
