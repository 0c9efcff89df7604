// The public interface of this module uses points and velocity estimates. Because of these exports, clients need to
// import only this module.
@_exported public import Quantities
@_exported public import VelocityEstimation
