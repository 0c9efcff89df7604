// The rows of the settings in the mode Try: a name, a field, a slider and a description.

// For a setting that is a decay rate r per millisecond, the slider shows the half-life h in milliseconds: r ^ h = 1/2.
const scales = {
  value: { to: (number) => number, from: (place) => place },
  halfLife: { to: (rate) => Math.log(0.5) / Math.log(rate), from: (time) => +(0.5 ** (1 / time)).toPrecision(7) },
};
const scaleOf = (slider) => scales[slider.dataset.scale] ?? scales.value;
const placeOn = (slider, number) => scaleOf(slider).to(number);

// Returns the range of a slider, which is narrower than the allowed range so that small changes are possible: the range
// that the scenario declares, or four times the default or the value, whichever is larger. For a setting that is 0 by
// default, the range depends on the unit. The field beside the slider accepts all allowed values.
function sliderRange(row, number, declared) {
  const [least, most] = row.values, place = scales[declared?.scale ?? "value"].to(number);
  if (isNumber(declared?.least)) {
    const low = Math.min(declared.least, place), high = Math.max(declared.most, isNumber(place) ? place : 0);
    return { min: low, max: high, step: niceStep((high - low) / 400) };
  }
  const usual = { pt: 400, "pt/s": 4000, s: 2, "1/s": 20, "°": 180, ms: 400 }[row.unit] ?? 2;
  const reach = 4 * Math.max(Math.abs(number), Math.abs(parseFloat(row.default)) || 0) || usual;
  const high = Math.min(most, reach), low = Math.max(least, least < 0 ? -reach : least);
  const step = niceStep((high - low) / 400);
  return { min: low - (low % step), max: high, step };
}

// Returns the range of a slider in a trial. The range stays the same as long as it contains the value, so that the
// thumb does not move away from the pointer.
function rangeFor(now, row, number) {
  const declared = declaredSlider(now, row.key), old = now.ranges.get(row.key), place = scales[declared?.scale ?? "value"].to(number);
  if (!old || place < old.min || place > old.max) now.ranges.set(row.key, sliderRange(row, number, declared));
  return now.ranges.get(row.key);
}
const declaredSlider = (now, key) => tableOf(now.scenario).sliders?.find((one) => one.key === key);

// Returns the field and the slider of a number, and a line that shows the half-life of a decay (null for other
// numbers).
function numberControl(row, number, now, put) {
  const range = rangeFor(now, row, number), scale = declaredSlider(now, row.key)?.scale ?? "value", isDecay = scale === "halfLife";
  const field = made("input", "", { type: "number", id: `set-${row.key}`, min: row.values[0], max: row.values[1], step: "any", value: +number.toPrecision(10) });
  const slider = made("input", "", { type: "range", "aria-label": `${nameOf(row.key)}${isDecay ? ", half-life in ms" : row.unit ? ` in ${row.unit}` : ""}`, ...range });
  slider.dataset.scale = scale;
  slider.value = placeOn(slider, number);
  slider.id = `slide-${row.key}`;
  const half = isDecay ? made("output", "", { className: "soft half" }) : null;
  const showHalf = () => { if (half) half.textContent = `Half of the velocity is left after ${decimals(placeOn(slider, +field.value), 0)} ms.`; };
  showHalf();
  field.onchange = () => {
    if (field.value === "") return;
    slider.value = placeOn(slider, +field.value);
    showHalf();
    put(field.value, true);
  };
  slider.oninput = () => {
    field.value = scaleOf(slider).from(+slider.value);
    showHalf();
    put(field.value, false);
  };
  return [field, slider, half];
}

// Returns the name of a setting in words, such as `Spring damping ratio` for `spring.dampingRatio`.
function nameOf(key) {
  const words = key.replaceAll(/[.-]/g, " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0].toUpperCase() + words.slice(1);
}

function settingRow(row, head, now) {
  const own = head[row.key], id = `set-${row.key}`, isChanged = now.changes.has(row.key);
  const box = made("div", "", { className: `setting${isChanged ? " changed" : ""}` });
  box.dataset.key = row.key;
  const label = made("label", nameOf(row.key), { htmlFor: id, title: row.meaning }), key = made("small");
  // Let a long key break between its words.
  for (const part of `${row.key}${row.unit ? `, ${row.unit}` : ""}`.split(/(?<=\.)|(?=[A-Z])/)) key.append(part, made("wbr"));
  label.append(made("br"), key);
  const reset = madeButton("↺", () => { now.changes.delete(row.key); tryOut(now, true); },
    { "aria-label": `Reset ${row.key}`, title: `Default: ${row.default || "empty"}`, disabled: !isChanged });
  const mark = () => {
    box.classList.add("changed");
    reset.disabled = false;
  };
  const put = (content, isSettled) => { mark(); change(now, row.key, content, isSettled); };
  const words = made("details", "", { className: "soft" });
  words.append(made("summary", row.meaning), `${row.allowed ?? ""}${row.unit ? ` (${row.unit})` : ""}; default ${row.default || "empty"}. The current value comes from: ${own.from}. Source of the default: ${row.source || "–"}`);
  let control, slider = null, after = null;
  if (row.kind === "flag") {
    control = made("input", "", { type: "checkbox", id, checked: `${own.value}` === "true" });
    control.onchange = () => put(`${control.checked}`, true);
  } else if (row.kind === "word" || row.suggestions?.length) {
    const value = `${own.value}`, words = row.kind === "word" ? row.values : row.suggestions;
    control = made("select", "", { id });
    // The value can be empty, or a text that is not suggested, such as an estimator with parameters.
    for (const word of words.includes(value) ? words : [value, ...words]) control.append(made("option", word || "not set", { value: word, selected: word === value }));
    control.onchange = () => put(control.value, true);
  } else if (row.kind === "number" && isNumber(own.value)) {
    [control, slider, after] = numberControl(row, own.value, now, put);
  } else {
    control = made("input", "", { type: "text", id, value: `${own.value ?? ""}` });
    control.onchange = () => put(control.value, true);
  }
  box.append(label, control, reset);
  if (slider) box.append(slider);
  if (after) box.append(after);
  box.append(words);
  return box;
}
