// The sentence above the surface: what the release did, which rule decided, and which other release would have led to
// another target.
const nouns = { sheet: "sheet", modal: "sheet", pip: "window", drawer: "drawer", rotation: "dial", card: "card", paging: "row of pages",
  swipe: "row of pages", scroll: "content", refresh: "list", button: "key", flashlight: "key", transition: "tile" };
const nounOf = (run) => nouns[scenarioOf(run.request ?? sourceOf(run)?.request ?? "") ?? run.about?.scenario] ?? "surface";

// Returns a speed in the unit of the curve of its axis, such as degrees per second for a dial, with its direction.
function speedOnCurve(run, axis, speed) {
  const curve = run.curves.find((one) => measureOf(one.title)?.axis === axis), unit = /, (\S+\/s)$/.exec(curve?.rateTitle ?? "")?.[1] ?? "pt/s";
  if (!unit.startsWith("°")) return speedWords(axis, speed);
  return `${decimals(Math.abs(speed * measureOf(curve.title).scale), 0)} ${unit}`;
}

// Returns the reason of a decision in words: a list of texts and of names of targets in the form `[name]`.
function reasonWords(run, decision, nearest) {
  if (nounOf(run) === "key") return [decision.target === "none" ? "The finger had left the key, so the key is not pressed" : "The finger was on the key, so the key is pressed"];
  const to = [decision.target || "nowhere"], from = [decision.from], noun = nounOf(run), isBack = decision.target === decision.from;
  const rests = isBack ? ", so it stays at " : ", so it rests at ";
  return {
    clampedToAdjacent: ["It would have gone to ", [nearest], `, but this ${noun} moves one stop at a time${rests}`, to],
    projected: nearest === "inside" ? ["The content coasts on and stops by itself"] : ["At this speed it would coast closest to ", to, ", so it goes there"],
    nearest: nearest === "inside" ? [`The ${noun} stays where the finger left it`] : [`Without speed, the nearest stop decides: it ${isBack ? "stays at " : "goes to "}`, to],
    flickFloor: ["The nearest stop was behind the flick, so it goes to the next stop ahead, ", to],
    hysteresisKept: [[nearest], " was nearer, but by too little to change its mind, so it stays at ", to],
    thresholdDistance: isBack ? ["It had not moved far enough to leave, so it stays at ", to] : ["It had moved far enough from ", from, " to go to ", to],
    thresholdVelocity: isBack ? ["The flick was fast enough to decide, and pointed back to ", to] : ["The flick was fast enough to go to ", to],
    dismissVelocity: ["It was thrown out fast enough to be dismissed"],
    dismissDistance: ["It was pulled out far enough to be dismissed"],
    dismissVetoed: ["It would have been dismissed, but the program refused, so it goes to ", to],
    stash: ["It was thrown at a side, so it is stashed at ", to],
    magnet: ["A magnet caught it at ", to],
    scrolled: [`The finger moved the content, so the ${noun} stays at `, to],
    continued: ["The release had no speed, so it continues to ", to],
    cancelled: ["The touch was cancelled, so it goes to the nearest stop, ", to],
    single: ["There is only one place to go: ", to],
    ruleFailed: ["The rule gave no valid answer, so it goes to the nearest stop, ", to],
  }[decision.reason] ?? ["Its own rule chose ", to];
}

// Returns the change of a release that leads to another target, such as `released slower than 412 pt/s`.
function changeWords(run, one) {
  if (one.along !== "velocity") return `released ${distanceOnCurve(run, one)} further${wayOf(one.axis, one.offset)}`;
  const speed = speedOnCurve(run, one.axis, one.velocity);
  if (one.released === 0 || one.velocity * one.released < 0) return `released with a flick of ${speed}`;
  return `released ${Math.abs(one.velocity) < Math.abs(one.released) ? "slower" : "faster"} than ${speed}`;
}

// Returns the smallest change of the release that leads to another target, as a list of texts and names; empty if there
// is no such change, or if it is not known yet.
function marginWords(run, event) {
  const [one] = nearestThresholds(thresholdsOf(run, event));
  if (!one) return [];
  const words = changeWords(run, one), to = one.target === "gone" ? [" it would have been dismissed"]
    : one.target ? [" it would have gone to ", [one.target]] : [" there would have been no decision"];
  return [` ${words[0].toUpperCase()}${words.slice(1)},`, ...to, `.${closeWords(one, event.decision)}`];
}

// Returns a sentence if the noise of the samples may have decided the target, because a threshold is within one
// standard error of the velocity.
function closeWords(one, decision) {
  const error = decision?.[`velocityError${one.axis.toUpperCase()}`];
  return one.along === "velocity" && isNumber(error) && Math.abs(one.velocity - one.released) < error ? " That is so close that the same gesture may go either way." : "";
}

function distanceOnCurve(run, { axis, offset }) {
  const curve = run.curves.find((one) => measureOf(one.title)?.axis === axis), isAngle = /, °$/.test(curve?.title ?? "");
  return isAngle ? `${decimals(Math.abs(offset * measureOf(curve.title).scale), 0)}°` : `${decimals(Math.abs(offset), 0)} pt`;
}

// Returns a sentence about the overshoot after a decision, as a list of texts and names; empty up to 5 % of the way.
function overshootWords(run, event) {
  const most = longestFlight(run, run.decisions.indexOf(event), (curve) => measureOf(curve.title));
  if (!most || !event.decision.target || most.flight.peak.beyond <= 0.05 * most.flight.way) return [];
  return [` It goes ${decimals(most.flight.peak.beyond, 0)}${/, °$/.test(most.curve.title) ? "°" : " pt"} past `, [event.decision.target], " first."];
}

// Returns the sentence of a decision, as a list of texts and names.
function outcomeWords(run, event) {
  if (!event) return [run.isRehearsed ? "Drag the surface." : "The finger does not release anything in this recording."];
  const { decision } = event, speed = speedOf(decision), axis = Math.abs(decision.velocityY ?? 0) >= Math.abs(decision.velocityX ?? 0) ? "y" : "x";
  const nearest = [...decision.candidates ?? []].sort((a, b) => distanceOf(a) - distanceOf(b))[0]?.target ?? decision.target;
  const released = speed > 0 ? `Released at ${speedOnCurve(run, axis, Math.sign(decision[`velocity${axis.toUpperCase()}`]) * speed)}. `
    // Rules can ignore the speed of a finger, for example after a drag in the other direction.
    : decision.velocityReason === "ok" ? "The speed of the finger does not count here. " : "The finger stopped before it let go. ";
  return [released, ...reasonWords(run, decision, nearest), ".", ...overshootWords(run, event), ...marginWords(run, event)];
}

// Returns the name of a target in words: an angle for a dial, the number of a page, and `top left` for `topLeft`.
function targetWords(run, name) {
  if (/^-?\d+$/.test(name)) return nounOf(run) === "dial" ? `${name}°` : nounOf(run) === "row of pages" ? `page ${name}` : name;
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

let outcomeKey = "";
function fillOutcome() {
  const run = lead(), event = decisionNow(run), isKnown = event && run.releases?.get(`${run.decisions.indexOf(event)} 2 2`);
  const key = [runs.indexOf(run), revision, event?.time, Boolean(isKnown)].join();
  // While a slider moves, the new margin is not known yet, and the previous margin would be wrong.
  if (key === outcomeKey) return;
  outcomeKey = key;
  const words = outcomeWords(run, event);
  element("outcome").replaceChildren(...words.map((part) => Array.isArray(part) ? made("em", targetWords(run, part[0])) : part));
}
