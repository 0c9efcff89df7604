// The laws of a throw, in each language.

extension Momentum {
  var rustThrow: String {
    guard law == .exponential else { return rustGlide }
    return """
      /// The velocity that is lost, in 1/s: v(t) = v0 exp(-rate t).
      fn decay_rate() -> f64 {
          -1000.0 * DECELERATION_RATE.ln()
      }

      /// Returns the distance in px and the velocity in px/s, `t` s after a throw with `velocity` px/s.
      fn throw_motion(velocity: f64, t: f64) -> (f64, f64) {
          let rate = decay_rate();
          (-velocity * (-rate * t).exp_m1() / rate, velocity * (-rate * t).exp())
      }

      /// Returns the distance until a throw rests, in px.
      fn throw_distance(velocity: f64) -> f64 {
          velocity / decay_rate()
      }

      /// Returns the time in s after which a throw has moved by `distance` px; infinity if it never does.
      fn throw_time(distance: f64, velocity: f64) -> f64 {
          let rate = decay_rate();
          let fraction = rate * distance / velocity;
          if distance == 0.0 {
              0.0
          } else if fraction >= 0.0 && fraction < 1.0 {
              -(-fraction).ln_1p() / rate
          } else {
              f64::INFINITY
          }
      }

      /// Returns the time in s until a throw rests within SETTLE_DISTANCE and SETTLE_SPEED.
      fn throw_settle_time(velocity: f64) -> f64 {
          // The distance that is left is proportional to the speed.
          let speed = SETTLE_SPEED.min(SETTLE_DISTANCE * decay_rate());
          if velocity.abs() > speed {
              (velocity.abs() / speed).ln() / decay_rate()
          } else {
              0.0
          }
      }

      """
  }

  private var rustGlide: String {
    let (distances, curve) =
      switch law {
      case .constant:
        (
          "    (speed * speed / 2.0 / DECELERATION, speed / DECELERATION)",
          Self.rustPower("2.0")
        )
      case .flutter:
        (
          """
              let exponent = tension_ratio();
              let duration = exponent * 0.35 * spline_duration(speed);
              (speed * duration / exponent, duration)
          """, Self.rustPower("tension_ratio()")
        )
      default:
        (
          """
              let duration = spline_duration(speed);
              (0.35 * speed * duration, duration)
          """,
          """
              let last = SPLINE.len() - 1;
              let place = u * last as f64;
              let index = (place as usize).min(last - 1);
              let step = SPLINE[index + 1] - SPLINE[index];
              (SPLINE[index] + (place - index as f64) * step, step * last as f64)
          """
        )
      }
    return (law == .constant ? "" : Self.rustAndroidDuration) + """
      /// Returns the distance in px and the duration in s of a throw with `speed` px/s, which is above 0.
      fn throw_law(speed: f64) -> (f64, f64) {
      \(distances)
      }

      /// Returns the fraction of the distance and its slope at a fraction `u` of the duration, from 0 to below 1.
      fn throw_curve(u: f64) -> (f64, f64) {
      \(curve)
      }

      /// Returns the distance in px and the velocity in px/s, `t` s after a throw with `velocity` px/s.
      fn throw_motion(velocity: f64, t: f64) -> (f64, f64) {
          if velocity == 0.0 {
              return (0.0, 0.0);
          }
          let (distance, duration) = throw_law(velocity.abs());
          if t >= duration {
              return (distance.copysign(velocity), 0.0);
          }
          let (progress, slope) = throw_curve(t / duration);
          ((distance * progress).copysign(velocity), (distance * slope / duration).copysign(velocity))
      }

      /// Returns the distance until a throw rests, in px.
      fn throw_distance(velocity: f64) -> f64 {
          if velocity == 0.0 { 0.0 } else { throw_law(velocity.abs()).0.copysign(velocity) }
      }

      /// Returns the first time in s at which `reached` holds for the distance and the speed, by bisection.
      fn throw_time_until(velocity: f64, reached: impl Fn(f64, f64) -> bool) -> f64 {
          let holds = |t: f64| {
              let (distance, speed) = throw_motion(velocity, t);
              reached(distance.abs(), speed.abs())
          };
          if velocity == 0.0 || holds(0.0) {
              return 0.0;
          }
          let (mut low, mut high) = (0.0, throw_law(velocity.abs()).1);
          loop {
              let middle = low + (high - low) / 2.0;
              if !(middle > low && middle < high) {
                  return high;
              }
              if holds(middle) {
                  high = middle;
              } else {
                  low = middle;
              }
          }
      }

      /// Returns the time in s after which a throw has moved by `distance` px; infinity if it never does.
      fn throw_time(distance: f64, velocity: f64) -> f64 {
          if distance == 0.0 {
              0.0
          } else if distance * velocity > 0.0 && distance.abs() < throw_distance(velocity).abs() {
              throw_time_until(velocity, |moved, _| moved >= distance.abs())
          } else {
              f64::INFINITY
          }
      }

      /// Returns the time in s until a throw rests within SETTLE_DISTANCE and SETTLE_SPEED.
      fn throw_settle_time(velocity: f64) -> f64 {
          let far = throw_distance(velocity).abs() - SETTLE_DISTANCE;
          throw_time_until(velocity, |moved, speed| moved >= far && speed <= SETTLE_SPEED)
      }

      """
  }

  private static func rustPower(_ exponent: String) -> String {
    """
        let left = (1.0 - u).powf(\(exponent) - 1.0);
        (1.0 - left * (1.0 - u), \(exponent) * left)
    """
  }

  /// Source: see `Friction`.
  private static let rustAndroidDuration = """
    /// The exponent of Android's power law. Source: OverScroller.java, DECELERATION_RATE.
    fn tension_ratio() -> f64 {
        0.78_f64.ln() / 0.9_f64.ln()
    }

    /// Returns the duration in s of a throw of Android's OverScroller with `speed` px/s.
    ///
    /// The deceleration of FRICTION = 1 is that of gravity, 9.80665 m/s2 at 160 px per inch, times 0.84.
    fn spline_duration(speed: f64) -> f64 {
        let friction = FRICTION * 9.80665 * 39.37 * 160.0 * 0.84;
        ((0.35 * speed / friction).ln() / (tension_ratio() - 1.0)).exp()
    }


    """

  var cppThrow: String {
    guard law == .exponential else { return cppGlide }
    return """
      /// A position or a distance in px, and a velocity in px/s.
      struct Motion {
        double position;
        double velocity;
      };

      /// The velocity that is lost, in 1/s: v(t) = v0 exp(-rate t).
      inline double decay_rate() { return -1000.0 * std::log(deceleration_rate); }

      /// Returns the motion `t` s after a throw with `velocity` px/s.
      inline Motion throw_motion(double velocity, double t) {
        const double rate = decay_rate();
        return {-velocity * std::expm1(-rate * t) / rate, velocity * std::exp(-rate * t)};
      }

      /// Returns the distance until a throw rests, in px.
      inline double throw_distance(double velocity) { return velocity / decay_rate(); }

      /// Returns the time in s after which a throw has moved by `distance` px; infinity if it never does.
      inline double throw_time(double distance, double velocity) {
        if (distance == 0.0) return 0.0;
        if (velocity == 0.0) return infinity;
        const double rate = decay_rate();
        const double fraction = rate * distance / velocity;
        return fraction >= 0.0 && fraction < 1.0 ? -std::log1p(-fraction) / rate : infinity;
      }

      /// Returns the time in s until a throw rests within settle_distance and settle_speed.
      inline double throw_settle_time(double velocity) {
        // The distance that is left is proportional to the speed.
        const double speed = std::min(settle_speed, settle_distance * decay_rate());
        return std::abs(velocity) > speed ? std::log(std::abs(velocity) / speed) / decay_rate() : 0.0;
      }


      """
  }

  private var cppGlide: String {
    let (distances, curve) =
      switch law {
      case .constant:
        (
          "  return {speed * speed / 2.0 / deceleration, speed / deceleration};",
          Self.cppPower("2.0")
        )
      case .flutter:
        (
          """
            const double exponent = tension_ratio();
            const double duration = exponent * 0.35 * spline_duration(speed);
            return {speed * duration / exponent, duration};
          """, Self.cppPower("tension_ratio()")
        )
      default:
        (
          """
            const double duration = spline_duration(speed);
            return {0.35 * speed * duration, duration};
          """,
          """
            constexpr int last = sizeof spline / sizeof spline[0] - 1;
            const double place = u * last;
            const int index = std::max(0, std::min(static_cast<int>(place), last - 1));
            const double step = spline[index + 1] - spline[index];
            return {spline[index] + (place - index) * step, step * last};
          """
        )
      }
    return """
      /// A position or a distance in px, and a velocity in px/s.
      struct Motion {
        double position;
        double velocity;
      };


      """ + (law == .constant ? "" : Self.cppAndroidDuration) + """
        /// The distance of a throw in px, and its duration in s.
        struct Law {
          double distance;
          double duration;
        };

        /// Returns the law of a throw with `speed` px/s, which is above 0.
        inline Law throw_law(double speed) {
        \(distances)
        }

        /// Returns the fraction of the distance and its slope at a fraction `u` of the duration, from 0 to below 1.
        inline Motion throw_curve(double u) {
        \(curve)
        }

        /// Returns the motion `t` s after a throw with `velocity` px/s.
        inline Motion throw_motion(double velocity, double t) {
          if (velocity == 0.0) return {0.0, 0.0};
          const Law law = throw_law(std::abs(velocity));
          if (t >= law.duration) return {std::copysign(law.distance, velocity), 0.0};
          const Motion curve = throw_curve(t / law.duration);
          return {std::copysign(law.distance * curve.position, velocity),
                  std::copysign(law.distance * curve.velocity / law.duration, velocity)};
        }

        /// Returns the distance until a throw rests, in px.
        inline double throw_distance(double velocity) {
          return velocity == 0.0 ? 0.0 : std::copysign(throw_law(std::abs(velocity)).distance, velocity);
        }

        /// Returns the first time in s at which `reached` holds for the distance and the speed, by bisection.
        template <typename Reached>
        double throw_time_until(double velocity, Reached reached) {
          const auto holds = [&](double t) {
            const Motion motion = throw_motion(velocity, t);
            return reached(std::abs(motion.position), std::abs(motion.velocity));
          };
          if (velocity == 0.0 || holds(0.0)) return 0.0;
          double low = 0.0;
          double high = throw_law(std::abs(velocity)).duration;
          for (;;) {
            const double middle = low + (high - low) / 2.0;
            if (!(middle > low && middle < high)) return high;
            (holds(middle) ? high : low) = middle;
          }
        }

        /// Returns the time in s after which a throw has moved by `distance` px; infinity if it never does.
        inline double throw_time(double distance, double velocity) {
          if (distance == 0.0) return 0.0;
          if (!(distance * velocity > 0.0) || std::abs(distance) >= std::abs(throw_distance(velocity))) return infinity;
          return throw_time_until(velocity, [&](double moved, double) { return moved >= std::abs(distance); });
        }

        /// Returns the time in s until a throw rests within settle_distance and settle_speed.
        inline double throw_settle_time(double velocity) {
          const double far = std::abs(throw_distance(velocity)) - settle_distance;
          return throw_time_until(
              velocity, [&](double moved, double speed) { return moved >= far && speed <= settle_speed; });
        }


        """
  }

  private static func cppPower(_ exponent: String) -> String {
    """
      const double left = std::pow(1.0 - u, \(exponent) - 1.0);
      return {1.0 - left * (1.0 - u), \(exponent) * left};
    """
  }

  /// Source: see `Friction`.
  private static let cppAndroidDuration = """
    /// The exponent of Android's power law. Source: OverScroller.java, DECELERATION_RATE.
    inline double tension_ratio() { return std::log(0.78) / std::log(0.9); }

    /// Returns the duration in s of a throw of Android's OverScroller with `speed` px/s.
    ///
    /// The deceleration of friction = 1 is that of gravity, 9.80665 m/s2 at 160 px per inch, times 0.84.
    inline double spline_duration(double speed) {
      const double deceleration = friction * 9.80665 * 39.37 * 160.0 * 0.84;
      return std::exp(std::log(0.35 * speed / deceleration) / (tension_ratio() - 1.0));
    }


    """
}
