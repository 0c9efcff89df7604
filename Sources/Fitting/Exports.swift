// The public interface of this module uses motions, points and seconds.
@_exported public import MotionPhysics
@_exported public import Quantities
