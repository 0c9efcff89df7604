// The spring at a limit, in each language.

extension Momentum {
  static let rustSpring = """
    /// A damped spring: x'' + 2 zeta w x' + w^2 x = 0, where w is 2 pi / response and x the distance to the target.
    struct Spring {
        /// The damping relative to critical damping.
        damping_ratio: f64,
        /// The period without damping, in s; 0 for a spring that is at its target at once.
        response: f64,
    }

    impl Spring {
        fn angular_frequency(&self) -> f64 {
            std::f64::consts::TAU / self.response
        }

        /// Returns the offset from the target and the velocity, `t` s after the offset `x` and the velocity `v`.
        fn motion(&self, x: f64, v: f64, t: f64) -> (f64, f64) {
            if t <= 0.0 {
                return (x, v);
            }
            if self.response <= 0.0 {
                return (0.0, 0.0);
            }
            let (zeta, w) = (self.damping_ratio, self.angular_frequency());
            let decay = zeta * w;
            if zeta < 1.0 {
                let frequency = w * ((1.0 - zeta) * (1.0 + zeta)).sqrt();
                let (sin, cos) = (frequency * t).sin_cos();
                let left = (-decay * t).exp();
                let sin = sin / frequency;
                return (left * (x * cos + (v + decay * x) * sin), left * (v * cos - (w * w * x + decay * v) * sin));
            }
            if zeta > 1.0 {
                let root = zeta + ((zeta - 1.0) * (zeta + 1.0)).sqrt();
                let (slow, fast) = (w / root, w * root);
                let second = (v + slow * x) / (slow - fast);
                let (first, second) = ((x - second) * (-slow * t).exp(), second * (-fast * t).exp());
                return (first + second, -slow * first - fast * second);
            }
            let left = (-w * t).exp();
            ((x + (v + w * x) * t) * left, (v - (v + w * x) * w * t) * left)
        }

        /// Returns the time in s at which a motion that starts towards its target, faster than w x, passes it.
        ///
        /// The time is infinity if it never does.
        fn time_to_target(&self, x: f64, v: f64) -> f64 {
            let (zeta, w) = (self.damping_ratio, self.angular_frequency());
            if zeta < 1.0 {
                let root = ((1.0 - zeta) * (1.0 + zeta)).sqrt();
                return (root * x.abs()).atan2(-(zeta * x + v / w) * x.signum()) / (root * w);
            }
            let root = ((zeta - 1.0) * (zeta + 1.0)).sqrt();
            let p = -x / (x / (zeta + root) + v / w);
            let lost = 2.0 * root * p;
            if root == 0.0 {
                p / w
            } else if lost < 1.0 {
                -0.5 * (-lost).ln_1p() / (root * w)
            } else {
                f64::INFINITY
            }
        }

        /// Returns the time in s from which a motion stays within SETTLE_DISTANCE and SETTLE_SPEED.
        fn settle_time(&self, x: f64, v: f64) -> f64 {
            if self.response <= 0.0 {
                return 0.0;
            }
            let w = self.angular_frequency();
            let zeta = self.damping_ratio;
            let rate = if zeta > 1.0 { w / (zeta + (zeta * zeta - 1.0).sqrt()) } else { zeta * w };
            // Both the offset and the velocity are below (|x| + |v + rate x| t) exp(-rate t), where x is their value and
            // v its slope at the start.
            let slope = -w * w * x - 2.0 * zeta * w * v;
            let bound = |x: f64, v: f64, t: f64| (x.abs() + (v + rate * x).abs() * t) * (-rate * t).exp();
            let mut end = 1.0 / rate;
            while bound(x, v, end) > SETTLE_DISTANCE || bound(v, slope, end) > SETTLE_SPEED {
                end *= 2.0;
            }
            let settled = |t: f64| {
                let (x, v) = self.motion(x, v, t);
                x.abs() <= SETTLE_DISTANCE && v.abs() <= SETTLE_SPEED
            };
            // Search backwards in small parts of a period, and then by bisection.
            let step = self.response / 64.0;
            let mut low = end - step;
            while low > 0.0 && settled(low) {
                end = low;
                low -= step;
            }
            low = low.max(0.0);
            if settled(low) {
                return low;
            }
            loop {
                let middle = low + (end - low) / 2.0;
                if !(middle > low && middle < end) {
                    return end;
                }
                if settled(middle) {
                    end = middle;
                } else {
                    low = middle;
                }
            }
        }
    }

    /// Positions, velocities and distances are limited to this number, so that no result overflows.
    const BOUND: f64 = 1e9;

    /// Returns a number within -BOUND...BOUND; 0 for NaN.
    fn bounded(number: f64) -> f64 {
        if number.is_nan() { 0.0 } else { number.max(-BOUND).min(BOUND) }
    }

    /// Returns ordered limits; a limit that is not a number within -BOUND...BOUND has no effect.
    fn ordered(low: f64, high: f64) -> (f64, f64) {
        let low = if low.abs() <= BOUND { low } else { f64::NEG_INFINITY };
        let high = if high.abs() <= BOUND { high.max(low) } else { f64::INFINITY };
        (low, high)
    }

    """

  static let cppSpring = """
    /// A damped spring: x'' + 2 zeta w x' + w^2 x = 0, where w is 2 pi / response and x the distance to the target.
    struct Spring {
      /// The damping relative to critical damping.
      double damping_ratio;
      /// The period without damping, in s; 0 for a spring that is at its target at once.
      double response;

      double angular_frequency() const { return 2.0 * pi / response; }

      /// Returns the offset from the target and the velocity, `t` s after the offset `x` and the velocity `v`.
      Motion motion(double x, double v, double t) const {
        if (t <= 0.0) return {x, v};
        if (response <= 0.0) return {0.0, 0.0};
        const double zeta = damping_ratio;
        const double w = angular_frequency();
        const double decay = zeta * w;
        if (zeta < 1.0) {
          const double frequency = w * std::sqrt((1.0 - zeta) * (1.0 + zeta));
          const double left = std::exp(-decay * t);
          const double cos = std::cos(frequency * t);
          const double sin = std::sin(frequency * t) / frequency;
          return {left * (x * cos + (v + decay * x) * sin), left * (v * cos - (w * w * x + decay * v) * sin)};
        }
        if (zeta > 1.0) {
          const double root = zeta + std::sqrt((zeta - 1.0) * (zeta + 1.0));
          const double slow = w / root;
          const double fast = w * root;
          const double part = (v + slow * x) / (slow - fast);
          const double first = (x - part) * std::exp(-slow * t);
          const double second = part * std::exp(-fast * t);
          return {first + second, -slow * first - fast * second};
        }
        const double left = std::exp(-w * t);
        return {(x + (v + w * x) * t) * left, (v - (v + w * x) * w * t) * left};
      }

      /// Returns the time in s at which a motion that starts towards its target, faster than w x, passes it.
      ///
      /// The time is infinity if it never does.
      double time_to_target(double x, double v) const {
        const double zeta = damping_ratio;
        const double w = angular_frequency();
        if (zeta < 1.0) {
          const double root = std::sqrt((1.0 - zeta) * (1.0 + zeta));
          const double across = -(zeta * x + v / w) * std::copysign(1.0, x);
          return std::atan2(root * std::abs(x), across) / (root * w);
        }
        const double root = std::sqrt((zeta - 1.0) * (zeta + 1.0));
        const double p = -x / (x / (zeta + root) + v / w);
        const double lost = 2.0 * root * p;
        if (root == 0.0) return p / w;
        return lost < 1.0 ? -0.5 * std::log1p(-lost) / (root * w) : infinity;
      }

      /// Returns the time in s from which a motion stays within settle_distance and settle_speed.
      double settle_time(double x, double v) const {
        if (response <= 0.0) return 0.0;
        const double zeta = damping_ratio;
        const double w = angular_frequency();
        const double rate = zeta > 1.0 ? w / (zeta + std::sqrt(zeta * zeta - 1.0)) : zeta * w;
        // Both the offset and the velocity are below (|x| + |v + rate x| t) exp(-rate t), where x is their value and
        // v its slope at the start.
        const double slope = -w * w * x - 2.0 * zeta * w * v;
        const auto bound = [&](double value, double change, double t) {
          return (std::abs(value) + std::abs(change + rate * value) * t) * std::exp(-rate * t);
        };
        double end = 1.0 / rate;
        while (bound(x, v, end) > settle_distance || bound(v, slope, end) > settle_speed) end *= 2.0;
        const auto settled = [&](double t) {
          const Motion now = motion(x, v, t);
          return std::abs(now.position) <= settle_distance && std::abs(now.velocity) <= settle_speed;
        };
        // Search backwards in small parts of a period, and then by bisection.
        const double step = response / 64.0;
        double low = end - step;
        while (low > 0.0 && settled(low)) {
          end = low;
          low -= step;
        }
        low = std::max(low, 0.0);
        if (settled(low)) return low;
        for (;;) {
          const double middle = low + (end - low) / 2.0;
          if (!(middle > low && middle < end)) return end;
          (settled(middle) ? end : low) = middle;
        }
      }
    };

    /// Positions, velocities and distances are limited to this number, so that no result overflows.
    inline constexpr double bound = 1e9;

    /// Returns a number within -bound...bound; 0 for NaN.
    inline double bounded(double number) {
      return std::isnan(number) ? 0.0 : std::max(-bound, std::min(number, bound));
    }

    /// A limit that is not a number within -bound...bound has no effect.
    inline double lower_limit(double low) { return std::abs(low) <= bound ? low : -infinity; }

    /// A limit that is not a number within -bound...bound has no effect; the limit is at least the lower limit.
    inline double upper_limit(double low, double high) {
      return std::abs(high) <= bound ? std::max(high, lower_limit(low)) : infinity;
    }

    /// Returns a position that is moved to the nearest limit if it is beyond one.
    inline double limited(double position, double low, double high) {
      return std::min(std::max(position, low), high);
    }


    """
}
