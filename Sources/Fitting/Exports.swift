// The public interface of this module uses motions, points and seconds, so a client needs to import only this module.
@_exported public import MotionPhysics
@_exported public import Quantities
