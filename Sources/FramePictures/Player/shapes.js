// The shapes of the layers of a surface, which both the player and the pictures of reports draw.
const isNumber = (number) => typeof number === "number" && Number.isFinite(number);
const layerKeys = ["x", "y", "w", "h", "r", "a", "o", "px", "py", "left", "top", "right", "bottom"];

// Starts the path of a box, which is rotated about its middle; the caller strokes or fills the path.
function trace(pen, box) {
  pen.save();
  pen.translate(box.x, box.y);
  pen.rotate((box.a || 0) * Math.PI / 180);
  pen.beginPath();
  pen.roundRect(-box.w / 2, -box.h / 2, box.w, box.h, Math.max(0, box.r || 0));
  pen.restore();
}

// Returns the visible cells of a layer that is divided into rows and columns, at most 100 of each; for any other layer
// the layer itself.
function parts(box) {
  if (!(box.px > 0) && !(box.py > 0)) return [box];
  const cuts = (start, length, pitch, low, high) => {
    if (!(pitch > 0)) return [[start, start + length]];
    const list = [], first = Math.max(0, Math.floor((low - start) / pitch));
    for (let step = 0; step < 100; step++) {
      const begin = start + (first + step) * pitch;
      const cut = [Math.max(begin, low), Math.min(begin + pitch * 0.875, start + length, high)];
      if (cut[1] - cut[0] > 0.01) list.push(cut);
    }
    return list;
  };
  const columns = cuts(box.x - box.w / 2, box.w, box.px, box.left, box.right);
  const rows = cuts(box.y - box.h / 2, box.h, box.py, box.top, box.bottom);
  return rows.flatMap(([top, bottom]) => columns.map(([left, right]) => ({
    x: (left + right) / 2, y: (top + bottom) / 2, w: right - left, h: bottom - top, a: 0, o: box.o,
    r: Math.min(box.r || 0, (right - left) / 2, (bottom - top) / 2) })));
}
