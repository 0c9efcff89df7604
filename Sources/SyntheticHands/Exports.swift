// A hand moves in points and makes recordings: who imports this needs no more.
@_exported public import Quantities
@_exported public import TouchInput
