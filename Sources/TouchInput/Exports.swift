// A pan is in points and ends with a velocity: who imports this needs no more.
@_exported public import Quantities
@_exported public import VelocityEstimation
