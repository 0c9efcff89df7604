// The tracker of scroll events in C++.

extension Momentum {
  var cppTracker: String {
    let (shown, unlimited, slope) = cppBand
    let isBand = limits == .rubberBand
    return """
      /// Follows the scroll events of one gesture, along one axis.
      class Tracker {
       public:
        /// Content at 0 px without limits.
        Tracker() : Tracker(0.0, -infinity, infinity, 1.0) {}

        /// Content at `position` px that rests between `low` and `high` px, in a view with a length of `view` px.
        ///
        /// A limit that is not finite has no effect. \(viewMeaning)
        Tracker(double position, double low, double high, double\(isBand ? " view" : " /* view */"))
            : low_(lower_limit(low)), high_(upper_limit(low, high))\
      \(isBand ? ",\n        view_(view > 0.0 ? std::min(view, bound) : 1.0)" : "") {
          unlimited_ = unlimited_position(bounded(position));
        }

        /// Moves the content by `delta` px at `time` s, the time of a scroll event.
        ///
        /// The start of the gesture is an event with a delta of 0, if its time is known. A number that is not finite is
        /// ignored, and a time before the last one counts as the last one.
        void push(double time, double delta) {
          if (!std::isfinite(time) || !std::isfinite(delta)) return;
          unlimited_ = bounded(unlimited_ + delta);
      \(limits == .forgetful ? "    unlimited_ = position();\n" : "")\
          if (!events_.empty() && time <= events_.back().time) {
            events_.back().delta += delta;
          } else {
            events_.push_back({time, delta});
          }
      \(cppForgetting)
        }

        /// Returns the position of the content now, in px; beyond a limit, it moves less than the fingers.
        double position() const {
      \(shown)
        }

        /// Returns the motion after the fingers lift at `time` s, the time of the event that ends the scroll.
        Fling end(double time) const {
          const double speed = velocity(time);
          // A slow release does not throw the content.
          const double thrown = std::abs(speed) > min_speed ? limited(speed, -max_speed, max_speed) : 0.0;
          return Fling(position(), thrown * slope(\(isRigid ? "thrown" : "")), low_, high_);
        }

        /// Returns the velocity of the fingers when they lift at `time` s, in px/s.
        double velocity(double time) const {
          if (events_.empty()) return 0.0;
          const double newest = events_.back().time;
          if (!(time > newest)) time = newest;
      \(cppEstimator)
        }

       private:
        /// The time of an event in s, and its distance in px.
        struct Event {
          double time;
          double delta;
        };

        double low_;
        double high_;
      \(isBand ? "  double view_;\n" : "")\
        /// The position that the content would have without limits, in px.
        double unlimited_ = 0.0;
        /// The last events, the newest last.
        std::vector<Event> events_;

        /// Returns the position without limits at which the content is shown at `position`.
        double unlimited_position(double position) const {
      \(unlimited)
        }

        /// Returns the velocity of the content, as a fraction of that of the fingers.
        double slope(\(isRigid ? "double velocity" : "")) const {
      \(slope)
        }
      \(isSegmented ? cppSegment : "")\
      };


      """
  }

  private var cppBand: (shown: String, unlimited: String, slope: String) {
    switch limits {
    case .free: ("    return unlimited_;", "    return position;", "    return 1.0;")
    case .stop, .forgetful:
      (
        "    return limited(unlimited_, low_, high_);",
        "    return limited(position, low_, high_);",
        """
            const bool is_stopped = (unlimited_ <= low_ && velocity < 0.0) ||
                                    (unlimited_ >= high_ && velocity > 0.0) || unlimited_ != position();
            return is_stopped ? 0.0 : 1.0;
        """
      )
    case .half:
      (
        """
            const double limit = limited(unlimited_, low_, high_);
            return limit + (unlimited_ - limit) / 2.0;
        """,
        """
            const double limit = limited(position, low_, high_);
            return limit + (position - limit) * 2.0;
        """,
        "    return unlimited_ == position() ? 1.0 : 0.5;"
      )
    case .rubberBand:
      (
        """
            const double limit = limited(unlimited_, low_, high_);
            const double pulled = unlimited_ - limit;
            return limit + pulled * stiffness / (1.0 + stiffness * std::abs(pulled) / view_);
        """,
        """
            const double limit = limited(position, low_, high_);
            const double shown = std::abs(position - limit);
            // Content at the end of the rubber band counts as slightly closer.
            const double left = std::max((view_ - shown) / view_, std::numeric_limits<double>::epsilon());
            return limit + std::copysign(std::min(shown, view_) / left / stiffness, position - limit);
        """,
        """
            const double pulled = std::abs(unlimited_ - limited(unlimited_, low_, high_));
            const double divisor = 1.0 + stiffness * pulled / view_;
            return pulled > 0.0 ? stiffness / divisor / divisor : 1.0;
        """
      )
    }
  }

  private var isSegmented: Bool {
    if case .mean = estimator.rule { false } else { true }
  }

  /// The lines that forget old events.
  private var cppForgetting: String {
    let kept: Int
    switch estimator.rule {
    case .mean:
      return """
            // One event before the window stays.
            while (events_.size() > 1 && time - events_[1].time > window) events_.erase(events_.begin());
        """
    case .blend(let weights): kept = weights.count + 1
    case .scrollView: kept = 4
    }
    return "    if (events_.size() > \(kept)) events_.erase(events_.begin());"
  }

  /// The rest of the body of the function `velocity`; the lines before it ensure that `time` is not before the newest
  /// event.
  private var cppEstimator: String {
    switch estimator.rule {
    case .mean(let hasOlder, let countsFirst, let endsWithRelease):
      let end = "      if (time - event->time > window + 1e-9) break;\n"
      let step =
        countsFirst
        ? "      moved += event->delta;\n"
        : "      moved += step;\n      step = event->delta;\n"
      return """
            // The window is a nanosecond longer here, because times are rounded.
            double moved = 0.0;
            double oldest = \(endsWithRelease ? "time" : "newest");
        \(countsFirst ? "" : "    // The first movement began before the window.\n    double step = 0.0;\n")\
            for (auto event = events_.rbegin(); event != events_.rend(); ++event) {
        \(hasOlder ? "" : end)\
        \(step)\
              oldest = event->time;
        \(hasOlder ? end : "")\
            }
            const double span = \(endsWithRelease ? "time" : "newest") - oldest;
            return span > 0.0 ? bounded(moved / span) : 0.0;
        """
    case .blend(let weights):
      let sum = weights.enumerated().map { "\($1) * segment(\($0))" }.joined(separator: " + ")
      return cppRest(">") + "    return bounded(\(sum));"
    case .scrollView:
      return cppRest(">=") + """
            const double newer = 0.2 * segment(0) + 0.8 * segment(1);
            const double older = 0.2 * segment(1) + 0.8 * segment(2);
            return bounded(older == 0.0 ? newer : 0.25 * newer + 0.75 * older);
        """
    }
  }

  private func cppRest(_ comparison: String) -> String {
    estimator.seconds.isFinite
      ? "    if (time - newest \(comparison) longest_rest) return 0.0;\n" : ""
  }

  private var cppSegment: String {
    """

      /// Returns the velocity of a movement, counted from the newest; the first event has no known start.
      double segment(std::size_t index) const {
        if (index + 1 >= events_.size()) return 0.0;
        const Event &event = events_[events_.size() - 1 - index];
        const Event &before = events_[events_.size() - 2 - index];
        return event.delta / (event.time - before.time);
      }

    """
  }
}
