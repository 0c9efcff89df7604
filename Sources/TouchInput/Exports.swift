// The public interface uses points and velocity estimates. Because of these exports, its users need to import
// only this module.
@_exported public import Quantities
@_exported public import VelocityEstimation
