// The public interface uses points and velocity estimates, so importing this module is enough to use it.
@_exported public import Quantities
@_exported public import VelocityEstimation
