import Glibc
import Quantities

#if Evdev
  import CLibevdev
#endif

/// The time of the clock that stamps events, in microseconds.
func monotonicMicroseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// The whole microseconds in a span that a user may have asked for; at most a hundred years.
func microseconds(of span: Seconds) -> Int64 {
  guard span.value > 0 else { return 0 }
  return Int64(min(span.value, 3.2e9) * 1_000_000)
}
