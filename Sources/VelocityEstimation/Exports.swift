// A velocity is in points a second, and so are its samples: who imports this needs no more.
@_exported public import Quantities
