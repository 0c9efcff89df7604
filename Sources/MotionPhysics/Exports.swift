// The public interface of this module uses points and seconds. The export saves its users a second import.
@_exported public import Quantities
