import Glibc
import Quantities

#if Evdev
  import CLibevdev
#endif

/// Returns the time of the clock that stamps events (CLOCK_MONOTONIC), in microseconds.
func monotonicMicroseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// Returns a time span in whole microseconds; 0 if `span` is not positive, and at most about a hundred years.
func microseconds(of span: Seconds) -> Int64 {
  guard span.value > 0 else { return 0 }
  return Int64(min(span.value, 3.2e9) * 1_000_000)
}

/// Sleeps until a time of the clock of ``monotonicMicroseconds()``, or until a signal arrives.
func sleep(until microseconds: Int64) {
  var time = timespec()
  time.tv_sec = Int(microseconds / 1_000_000)
  time.tv_nsec = Int(microseconds % 1_000_000) * 1000
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
}
