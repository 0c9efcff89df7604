import Flickbook
import FramePictures
@preconcurrency import Glibc

/// A run that `--watch` plays in the terminal, in real time or at another speed.
struct WatchedRun {
  private let run: Run
  private var playback: Playback
  private var screen: LiveScreen
  /// The targets of the decisions, each with the first frame that shows the decision.
  private let targets: [(frame: Int, name: String)]

  /// Checks that standard output can show an animation.
  ///
  /// - Throws: ``Failure`` if standard output is not a terminal, or a terminal that cannot redraw in place.
  static func check() throws {
    guard Terminal.isOutput else {
      throw Failure(
        .usage, at: "--watch", "standard output is not a terminal",
        "leave --watch out to print a picture, or make a page with 'flickbook view'")
    }
    guard !Terminal.isDumb else {
      throw Failure(
        .usage, at: "--watch", "this terminal cannot redraw in place (TERM=dumb)",
        "leave --watch out")
    }
  }

  init(_ run: Run, scenery: Scenery, speed: Double) {
    self.run = run
    playback = Playback(frames: run.frames.count, rate: run.rate, speed: speed)
    screen = LiveScreen(scenery: scenery, descriptor: STDOUT_FILENO)
    targets = run.events.filter { $0.kind == .decision }.compactMap { event in
      LogValue.fields(event.payload)["target"]?.asText.map {
        (run.rate.firstFrame(at: event.time), $0)
      }
    }
  }

  /// Plays the run until its end, or until the user quits.
  ///
  /// After a signal, restores the terminal and then exits the process.
  mutating func play() {
    fflush(stdout)
    let interruption = Interruption()
    let keyboard = Keyboard()
    screen.hideCursor()
    let clock = ContinuousClock()
    var last = clock.now
    while !playback.isOver, !interruption.isAsked {
      draw(hasKeys: keyboard != nil)
      // Wait at most 16 ms for a key while the run plays, because terminals draw at most 60 pictures per second.
      let bytes = keyboard?.bytes(within: playback.isPaused ? 100 : 16)
      if bytes == nil { usleep(16_000) }
      for key in Playback.Key.all(in: bytes ?? []) { playback.press(key) }
      let now = clock.now
      playback.advance(by: (now - last) / .seconds(1))
      last = now
    }
    screen.clear()
    screen.showCursor()
    keyboard?.restore()
    let isInterrupted = interruption.isAsked
    interruption.end()
    if isInterrupted { Glibc.exit(Failure.Status.interrupted.rawValue) }
  }

  private mutating func draw(hasKeys: Bool) {
    let frame = run.frames[playback.frame]
    let target = targets.last { $0.frame <= playback.frame }?.name
    let speed = playback.speed == 1 ? "" : ", at \(plain(playback.speed))× real speed"
    let state = playback.isPaused ? ", paused at frame \(frame.index)" : speed
    let time = "\(decimals(frame.time.value, 2)) of \(decimals(playback.end, 2)) s\(state)"
    let arrows = Terminal.hasUnicode ? "← →" : ", ."
    let keys = "space pauses, \(arrows) step, + - speed, 0 from the start, q quits"
    screen.draw(frame, target: target, below: [time] + (hasKeys ? [keys] : []))
  }
}

/// The terminal as a keyboard whose keys are read one by one; Ctrl-C still sends a signal.
private struct Keyboard {
  private var before = termios()

  /// Turns off line editing and echo on standard input; nil if standard input is not a terminal.
  init?() {
    guard Terminal.isInput, tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var now = before
    now.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &now.c_cc) { keys in
      keys[Int(VMIN)] = 0
      keys[Int(VTIME)] = 0
      // Disable Ctrl-Z, because a stopped process would leave the terminal without echo.
      keys[Int(VSUSP)] = 0
    }
    guard tcsetattr(STDIN_FILENO, TCSANOW, &now) == 0 else { return nil }
  }

  /// Waits for input and returns it; the result is empty after a timeout or a signal, and nil at the end of the input.
  func bytes(within milliseconds: Int32) -> [UInt8]? {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Restores the original state of the terminal.
  func restore() {
    var before = before
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }
}
