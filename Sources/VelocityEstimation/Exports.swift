// The public interface uses points, seconds and velocities, so that users need no second import.
@_exported public import Quantities
