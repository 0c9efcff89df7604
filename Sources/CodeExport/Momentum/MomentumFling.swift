// The motion after a release, in each language.

extension Momentum {
  static let rustFling = """
    /// The motion of content from its release to its rest, along one axis.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Fling {
        /// The time from the release to the rest, in s: within SETTLE_DISTANCE and SETTLE_SPEED of the end.
        pub duration: f64,
        /// The position of the rest, in px.
        pub destination: f64,
        /// The limit beyond which the content starts, and the offset from it.
        edge: f64,
        offset: f64,
        velocity: f64,
        /// The time at which the content is between the limits, and its motion there; infinity if it never is.
        entry: f64,
        inner: (f64, f64),
        /// The time from then until the content meets a limit, and its velocity there; infinity if it never does.
        hit: f64,
        hit_velocity: f64,
    }

    impl Fling {
        /// Starts at `position` px with `velocity` px/s. Limits that are not finite have no effect.
        pub fn new(position: f64, velocity: f64, low: f64, high: f64) -> Fling {
            let (position, velocity) = (bounded(position), bounded(velocity));
            let (low, high) = ordered(low, high);
            let edge = position.max(low).min(high);
            let offset = position - edge;
            let mut fling = Fling {
                duration: 0.0,
                destination: edge,
                edge,
                offset,
                velocity,
                entry: 0.0,
                inner: (position, velocity),
                hit: f64::INFINITY,
                hit_velocity: 0.0,
            };
            if offset != 0.0 {
                let inward = -velocity * offset.signum();
                let passes = low < high
                    && RETURN.response > 0.0
                    && inward > RETURN.angular_frequency() * offset.abs();
                fling.entry =
                    if passes { RETURN.time_to_target(offset, velocity) } else { f64::INFINITY };
                if fling.entry == f64::INFINITY {
                    fling.duration = RETURN.settle_time(offset, velocity);
                    return fling;
                }
                fling.inner = (edge, RETURN.motion(offset, velocity, fling.entry).1);
            }
            fling.slide(low, high);
            fling
        }

        /// Computes the motion between the limits, and the bounce.
        fn slide(&mut self, low: f64, high: f64) {
            let (from, velocity) = self.inner;
            let limit = if velocity < 0.0 { low } else { high };
            if velocity != 0.0 {
                self.hit = throw_time(limit - from, velocity);
            }
            let left = if self.hit < f64::INFINITY {
                self.destination = limit;
                self.hit_velocity = throw_motion(velocity, self.hit).1;
                self.hit + BOUNCE.settle_time(0.0, self.hit_velocity)
            } else {
                self.destination = from + throw_distance(velocity);
                throw_settle_time(velocity)
            };
            self.duration = self.entry + left;
            // Content that passes the limit slowly can rest before it does.
            if left == 0.0 && self.entry > 0.0 {
                self.duration = self.entry.min(RETURN.settle_time(self.offset, self.velocity));
            }
        }

        /// Returns the position in px, `t` s after the release.
        pub fn position(&self, t: f64) -> f64 {
            self.motion(t).0
        }

        /// Returns the velocity in px/s, `t` s after the release.
        pub fn velocity(&self, t: f64) -> f64 {
            self.motion(t).1
        }

        fn motion(&self, t: f64) -> (f64, f64) {
            // A time that is not a number is after the end.
            let t = if t < 0.0 { 0.0 } else { t };
            if !(t < self.duration) {
                return (self.destination, 0.0);
            }
            if t < self.entry {
                let (offset, velocity) = RETURN.motion(self.offset, self.velocity, t);
                return (self.edge + offset, velocity);
            }
            let t = t - self.entry;
            if t < self.hit {
                let (distance, velocity) = throw_motion(self.inner.1, t);
                return (self.inner.0 + distance, velocity);
            }
            let (offset, velocity) = BOUNCE.motion(0.0, self.hit_velocity, t - self.hit);
            (self.destination + offset, velocity)
        }
    }

    """

  static let cppFling = """
    /// The motion of content from its release to its rest, along one axis.
    class Fling {
     public:
      /// The time from the release to the rest, in s: within settle_distance and settle_speed of the end.
      double duration = 0.0;
      /// The position of the rest, in px.
      double destination;

      /// Starts at `position` px with `velocity` px/s. Limits that are not finite have no effect.
      Fling(double position, double velocity, double low, double high)
          : inner_{bounded(position), bounded(velocity)} {
        high = upper_limit(low, high);
        low = lower_limit(low);
        edge_ = limited(inner_.position, low, high);
        start_ = {inner_.position - edge_, inner_.velocity};
        destination = edge_;
        if (start_.position != 0.0) {
          const double inward = start_.position > 0.0 ? -start_.velocity : start_.velocity;
          const bool passes = low < high && return_spring.response > 0.0 &&
                              inward > return_spring.angular_frequency() * std::abs(start_.position);
          entry_ = passes ? return_spring.time_to_target(start_.position, start_.velocity) : infinity;
          if (entry_ == infinity) {
            duration = return_spring.settle_time(start_.position, start_.velocity);
            return;
          }
          inner_ = {edge_, return_spring.motion(start_.position, start_.velocity, entry_).velocity};
        }
        slide(low, high);
      }

      /// Returns the position in px, `t` s after the release.
      double position(double t) const { return motion(t).position; }

      /// Returns the velocity in px/s, `t` s after the release.
      double velocity(double t) const { return motion(t).velocity; }

     private:
      /// The limit beyond which the content starts, and the motion relative to it.
      double edge_;
      Motion start_;
      /// The time at which the content is between the limits, and its motion there; infinity if it never is.
      double entry_ = 0.0;
      Motion inner_;
      /// The time from then until the content meets a limit, and its velocity there; infinity if it never does.
      double hit_ = infinity;
      double hit_velocity_ = 0.0;

      /// Computes the motion between the limits, and the bounce.
      void slide(double low, double high) {
        const double limit = inner_.velocity < 0.0 ? low : high;
        if (inner_.velocity != 0.0) hit_ = throw_time(limit - inner_.position, inner_.velocity);
        double left;
        if (hit_ < infinity) {
          destination = limit;
          hit_velocity_ = throw_motion(inner_.velocity, hit_).velocity;
          left = hit_ + bounce_spring.settle_time(0.0, hit_velocity_);
        } else {
          destination = inner_.position + throw_distance(inner_.velocity);
          left = throw_settle_time(inner_.velocity);
        }
        duration = entry_ + left;
        // Content that passes the limit slowly can rest before it does.
        if (left == 0.0 && entry_ > 0.0) {
          duration = std::min(entry_, return_spring.settle_time(start_.position, start_.velocity));
        }
      }

      Motion motion(double t) const {
        // A time that is not a number is after the end.
        if (t < 0.0) t = 0.0;
        if (!(t < duration)) return {destination, 0.0};
        if (t < entry_) {
          const Motion offset = return_spring.motion(start_.position, start_.velocity, t);
          return {edge_ + offset.position, offset.velocity};
        }
        t -= entry_;
        if (t < hit_) {
          const Motion moved = throw_motion(inner_.velocity, t);
          return {inner_.position + moved.position, moved.velocity};
        }
        const Motion offset = bounce_spring.motion(0.0, hit_velocity_, t - hit_);
        return {destination + offset.position, offset.velocity};
      }
    };


    """
}
