// A spring moves in points and seconds: who imports this needs no more.
@_exported public import Quantities
