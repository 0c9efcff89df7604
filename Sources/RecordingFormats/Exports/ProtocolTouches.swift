extension ScreenGesture {
  /// A command `Input.dispatchTouchEvent` of the Chrome DevTools Protocol.
  struct ProtocolTouch {
    /// The time after the first event of the recording.
    var microseconds: Int64
    /// The parameter `type`.
    var type: String
    /// The parameter `touchPoints`, as JSON.
    var points: String
  }

  /// The commands in the order in which they are sent.
  ///
  /// A command has only the points that change, because Chromium makes an event for each point. The protocol can cancel
  /// only all points at once, so a finger that is cancelled while others are down is lifted instead.
  var protocolTouches: [ProtocolTouch] {
    var down: Set<Int> = []
    return steps.map { step in
      let points = step.touches.map { touch in
        let force = touch.force.map { #","force":\#($0)"# } ?? ""
        return #"{"x":\#(touch.x),"y":\#(touch.y),"id":\#(touch.contact)\#(force)}"#
      }
      let contacts = step.touches.map(\.contact)
      let type: String
      switch step.phase {
      case .down:
        down.formUnion(contacts)
        type = "touchStart"
      case .move: type = "touchMove"
      case .up, .cancel:
        down.subtract(contacts)
        type = step.phase == .cancel && down.isEmpty ? "touchCancel" : "touchEnd"
      }
      return ProtocolTouch(
        microseconds: step.microseconds, type: type,
        points: type == "touchCancel" ? "[]" : "[\(points.joined(separator: ","))]")
    }
  }

  /// The commands as JSON lines with `time`, in seconds, `method` and `params`.
  var protocolLines: String {
    protocolTouches.map { command in
      #"{"time":\#(seconds(command.microseconds)),"method":"Input.dispatchTouchEvent","#
        + #""params":{"type":"\#(command.type)","touchPoints":\#(command.points)}}"# + "\n"
    }.joined()
  }

  /// A JavaScript module that plays the commands on a page of Playwright or Puppeteer.
  func browserModule(for format: ExportFormat) -> String {
    let session =
      format == .playwright ? "page.context().newCDPSession(page)" : "page.createCDPSession()"
    let steps = protocolTouches.map { command in
      #"  [\#(seconds(command.microseconds)), "\#(command.type)", \#(command.points)],"# + "\n"
    }.joined()
    return """
      // A gesture that was recorded on \(device). Kept: times, subpixels, fingers, pressure.
      // Only Chromium has these commands. Open the page with a touchscreen, and with the viewport of the export.

      // The time in seconds, the type and the points of each Input.dispatchTouchEvent.
      const steps = [
      \(steps)];

      /** Plays the gesture on a page. */
      export async function playGesture(page) {
        const session = await \(session);
        // Until its first frame, a page that has just loaded may not have the scale of its viewport.
        const expression = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
        await session.send("Runtime.evaluate", { expression, awaitPromise: true });
        const now = () => (performance.timeOrigin + performance.now()) / 1000;
        const start = now();
        const answers = [];
        for (const [time, type, touchPoints] of steps) {
          const wait = start + time - now();
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait * 1000));
          // A page answers a move in its next frame, so waiting for the answers would delay the moves after it.
          answers.push(session.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: start + time }));
          // The error is thrown below.
          answers.at(-1).catch(() => {});
        }
        await Promise.all(answers);
        await session.detach();
      }

      """
  }
}

/// Returns a time in seconds as the shortest decimal.
func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1e6 }
