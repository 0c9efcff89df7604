#if !PAGE_ENGINE
  public import FrameLogs
  public import Quantities
  public import ReleaseRules
  public import TouchInput

  /// A pan that moved farther across the axis of its surface than along it, so that the surface followed only the
  /// smaller part of the movement.
  public struct PanAcross: Hashable, Sendable {
    /// The name of the scenario, such as `swipe`.
    public var scenario: String
    /// The number of the pan in the recording, from 1.
    public var pan: Int
    /// The movement of the pan to the right, in points; negative if it moved left.
    public var x: Points
    /// The movement of the pan down, in points; negative if it moved up.
    public var y: Points
    /// The axis of the surface.
    public var axis: PanAxis
    /// The changes of a setting, each of which alone lets the surface follow the pan; empty if there are none.
    public var turns: [Turn]

    /// A new value, a word, for a setting; with this value, the surface has the other axis or moves freely.
    public struct Turn: Hashable, Sendable {
      /// The name of the setting, such as `axis`.
      public var key: String
      /// The value that the setting has in the request.
      public var old: String
      /// The value with which the surface follows the pan.
      public var new: String
    }
  }

  extension ReplayRequest {
    /// Returns the last pan of `run` that moved farther across the axis of the surface than along it.
    ///
    /// A movement of at most the slop does not count, because a finger moves that far without intention.
    ///
    /// - Parameter run: A run of this request.
    /// - Returns: The pan; nil if there is none, or if the surface moves freely.
    /// - Throws: `SettingError` if the request is invalid.
    public func panAcross(in run: Run) throws(SettingError) -> PanAcross? {
      guard let axis = try kind().surface.panAxis(in: self) else { return nil }
      for event in run.events.reversed() where event.kind == .panEnded {
        let payload = LogValue.fields(event.payload)
        let x = payload["translationX"]?.finite ?? 0
        let y = payload["translationY"]?.finite ?? 0
        let (along, across) = axis == .horizontal ? (x, y) : (y, x)
        guard across.magnitude > max(along.magnitude, pans.slop.value) else { continue }
        return PanAcross(
          scenario: scenario, pan: Int(payload["pan"]?.finite ?? 0), x: Points(x), y: Points(y),
          axis: axis, turns: try turns(from: axis))
      }
      return nil
    }

    /// Returns the words of settings with which the surface has an axis other than `axis`, or moves freely.
    private func turns(from axis: PanAxis) throws(SettingError) -> [PanAcross.Turn] {
      var turns: [PanAcross.Turn] = []
      for setting in try tunableSettings() {
        guard case .word(let word, let choices) = setting.value else { continue }
        for choice in choices where choice != word {
          var turned = self
          turned.assignments.append(Assignment(key: setting.key, value: choice))
          do throws(SettingError) {
            if try turned.kind().surface.panAxis(in: turned) != axis {
              turns.append(PanAcross.Turn(key: setting.key, old: word, new: choice))
            }
          } catch {
            // Other settings do not allow this word, so do not suggest it.
            continue
          }
        }
      }
      return turns
    }
  }
#endif
