import FrameLogs
import Portraits

/// The wall of looping pictures that reports have in common: its markup, its style and its script.
enum Wall {
  /// Returns the picture with the number `index`, which is drawn only if the page can run scripts.
  ///
  /// `words` describe the picture for people who cannot see it; they are escaped here.
  static func picture(_ index: Int, words: String) -> String {
    "<canvas class=\"thumb scripted\" data-thumb=\"\(index)\" role=\"img\" "
      + "aria-label=\"\(escaped(printable(words, most: 300)))\"></canvas>\n"
  }

  /// The button that stops all pictures.
  static let pauseButton = """
    <p class="scripted"><button type="button" id="pause" aria-pressed="false">Pause the pictures</button></p>

    """

  /// Appends the data of the pictures, which must precede the script.
  static func append(_ pictures: [RunThumbnail], to page: inout [UInt8]) {
    FramePictures.append(.list(pictures.map(\.data)), id: "thumbnails", to: &page)
  }

  /// The style; the page defines the colours `--paper`, `--ink`, `--soft`, `--line` and `--panel`.
  static let style = """
      :root { --new: #0b57b8; --new-fill: #cfe1f7; --old: #a3400a; --finger: #8c1d82; }
      @media (prefers-color-scheme: dark) { :root { --new: #7db8ff; --new-fill: #1f3c5c; --old: #ffb27d;
        --finger: #f08ae6; } }
      @media (forced-colors: active) { :root { --paper: Canvas; --ink: CanvasText; --soft: CanvasText;
        --line: CanvasText; --panel: Canvas; --link: LinkText; --new: Highlight; --new-fill: Canvas;
        --old: CanvasText; --finger: Highlight; } }
      .scripted { display: none; } .has-script .scripted { display: revert; }
      .has-script .unscripted { display: none; }
      .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
        white-space: nowrap; }
      .wall { list-style: none; margin: 8px 0; padding: 0; display: grid; gap: 10px;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 168px), 1fr)); }
      .wall > li { min-width: 0; border: 1px solid var(--line); border-radius: 8px; padding: 8px;
        background: var(--panel); }
      .wall h3 { font-size: 14px; margin: 4px 0 0; overflow-wrap: anywhere; }
      .wall p { margin: 2px 0; font-size: 13.5px; overflow-wrap: anywhere; }
      .has-script .thumb { display: block; max-width: 100%; margin: 0 auto; }
      button, textarea, input[type=text] { font: inherit; color: var(--ink); background: var(--paper);
        border: 1px solid var(--soft); border-radius: 6px; padding: 4px 10px; max-width: 100%; }
      .key b { font-weight: 600; } .key .old { color: var(--old); } .key .new { color: var(--new); }
      @media (pointer: coarse) { button, summary, input[type=text], label.tick, nav a { min-height: 44px; }
        summary, nav a { padding-top: 10px; padding-bottom: 10px; } }
    """

  /// The script, which draws the pictures that are on the screen.
  static let script = String(decoding: PackageResources.shapes_js, as: UTF8.self) + ownScript

  private static let ownScript = #"""
    // The state of the wall: the colours, the pictures on the screen, and whether the reader has stopped them.
    const stillness = matchMedia("(prefers-reduced-motion: reduce)");
    const thumbnails = JSON.parse(document.getElementById("thumbnails")?.textContent ?? "[]");
    const onScreen = new Set();
    let inks = {}, isPaused = false, isScheduled = false;
    document.documentElement.classList.add("has-script");
    function readInks() {
      const style = getComputedStyle(document.documentElement);
      for (const name of ["paper", "ink", "soft", "line", "panel", "new", "new-fill", "old", "finger"])
        inks[name] = style.getPropertyValue(`--${name}`).trim();
    }
    // Returns the value of a column between two positions. A column is an array, or one number for all positions.
    function between(column, place) {
      if (!Array.isArray(column)) return column;
      const index = Math.min(Math.floor(place), column.length - 1), one = column[index];
      const other = column[Math.min(index + 1, column.length - 1)];
      return isNumber(one) && isNumber(other) ? one + (other - one) * (place - index) : one;
    }
    function boxOf(layer, place) {
      const box = {};
      for (const key of layerKeys) box[key] = between(layer[key], place);
      return isNumber(box.x) && isNumber(box.o) && box.o > 0 ? box : null;
    }
    function drawRun(pen, layers, place, scale, isOld) {
      const ink = isOld ? inks.old : inks.new;
      const looks = { ground: [inks.panel, inks.line], outline: [null, inks.line], scrim: [inks.line, null],
        page: [inks.paper, ink], surface: [inks["new-fill"], ink], content: [inks.line, null],
        light: ["#ffc229", ink], handle: [ink, null] };
      pen.setLineDash(isOld ? [4 / scale, 3 / scale] : []);
      for (const layer of layers) {
        const box = boxOf(layer, place), [fill, line] = looks[layer.role] ?? looks.outline;
        if (!box || isOld && !["surface", "page", "handle", "light"].includes(layer.role)) continue;
        pen.lineWidth = (layer.role === "surface" ? 2 : 1) / scale;
        for (const part of parts(box)) {
          trace(pen, part);
          pen.globalAlpha = box.o;
          if (fill && !isOld) { pen.fillStyle = fill; pen.fill(); }
          if (line || isOld) { pen.strokeStyle = line ?? ink; pen.stroke(); }
        }
      }
      pen.globalAlpha = 1;
      pen.setLineDash([]);
    }
    // Draws a picture at a time of its run. The height of all pictures is the same, so that rows of the wall align.
    function draw(canvas, time) {
      const data = thumbnails[canvas.dataset.thumb], density = Math.min(devicePixelRatio || 1, 2);
      const [across, down] = data.screen.map((column) => between(column, 0));
      const scale = Math.min(168 / down, 150 / across), width = across * scale, height = 168;
      if (canvas.width !== Math.round(width * density) || canvas.height !== Math.round(height * density)) {
        [canvas.width, canvas.height] = [Math.round(width * density), Math.round(height * density)];
        [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
      }
      const pen = canvas.getContext("2d");
      const place = Math.max(0, Math.min((time - data.start) / data.step, data.count - 1));
      pen.setTransform(density, 0, 0, density, 0, 0);
      pen.clearRect(0, 0, width, height);
      pen.translate(0, (height - down * scale) / 2);
      pen.scale(scale, scale);
      pen.beginPath();
      pen.roundRect(0, 0, across, down, Math.min(24, across / 6, down / 6));
      pen.fillStyle = inks.paper;
      pen.fill();
      pen.lineWidth = 1.5 / scale;
      pen.strokeStyle = inks.soft;
      pen.stroke();
      pen.clip();
      drawRun(pen, data.runs[0], place, scale, false);
      if (data.runs[1]) drawRun(pen, data.runs[1], place, scale, true);
      const [x, y] = data.fingers.map((column) => between(column, place));
      if (!isNumber(x) || !isNumber(y)) return;
      pen.beginPath();
      pen.arc(x, y, 4.5 / scale, 0, 2 * Math.PI);
      pen.fillStyle = inks.finger;
      pen.fill();
    }
    const isMoving = () => !stillness.matches && !isPaused;
    // A loop plays in real time, and stands still for 0.6 s at its end.
    function timeOf(canvas, now) {
      const data = thumbnails[canvas.dataset.thumb], length = (data.count - 1) * data.step;
      return data.start + Math.min((now / 1000) % (length + 0.6), length);
    }
    function step(now) {
      isScheduled = false;
      if (!isMoving()) return;
      for (const canvas of onScreen) draw(canvas, timeOf(canvas, now));
      schedule();
    }
    function schedule() {
      if (isScheduled || !isMoving() || !onScreen.size) return;
      isScheduled = true;
      requestAnimationFrame(step);
    }
    // Draws the pictures that stand still. A picture that the reader has stopped shows the first difference, too.
    function settle() {
      for (const canvas of onScreen) draw(canvas, thumbnails[canvas.dataset.thumb].still);
      schedule();
    }
    function refresh() { readInks(); settle(); }
    function startWall() {
      readInks();
      const watch = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) { onScreen.delete(target); continue; }
          onScreen.add(target);
          draw(target, thumbnails[target.dataset.thumb].still);
        }
        schedule();
      });
      for (const canvas of document.querySelectorAll("canvas.thumb")) watch.observe(canvas);
      for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"])
        matchMedia(query).addEventListener("change", refresh);
      stillness.addEventListener("change", settle);
      const pause = document.getElementById("pause");
      pause?.addEventListener("click", () => {
        isPaused = !isPaused;
        pause.setAttribute("aria-pressed", isPaused);
        settle();
      });
    }

    """#
}
