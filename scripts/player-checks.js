// What scripts/test-player expects of the page. Runs after it, in the same page.
"use strict";
const failures = [];
let checks = 0;
const expect = (holds, words) => {
  checks++;
  if (!holds) failures.push(words);
};
const press = (key, shiftKey = false) =>
  dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, cancelable: true }));
const frames = (count) => new Promise((resolve) => {
  const next = () => count-- > 0 ? requestAnimationFrame(next) : resolve();
  next();
});
const inkOf = (name) => {
  const canvas = document.getElementById(name);
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const seen = new Set();
  for (let place = 0; place < pixels.length; place += 4 * 97) {
    seen.add(`${pixels[place]},${pixels[place + 1]},${pixels[place + 2]},${pixels[place + 3]}`);
  }
  return seen.size;
};
const cellOf = (key) => [...document.getElementById("values").children]
  .find((row) => row.firstChild.textContent.split(",")[0] === key)?.children[1].textContent;
const last = () => lead().frames.length - 1;

function checkSteps() {
  expect(runs.length === 7, "all runs are there");
  expect(state.frame === 0, "it begins at the first frame");
  press("ArrowRight");
  expect(state.frame === 1, "the right arrow steps one frame");
  press("ArrowRight", true);
  expect(state.frame === 11, "with Shift it steps ten");
  press("ArrowLeft");
  expect(state.frame === 10, "the left arrow steps back");
  expect(cellOf("frame") === "10", "the table shows the frame");
  expect(cellOf("y") === runs[0].frames[10][runs[0].keys.indexOf("y")].toFixed(3),
    "the table shows the value of y");
  press("End");
  expect(state.frame === last(), "End goes to the last frame");
  press("ArrowRight");
  expect(state.frame === last(), "there is no frame after the last");
  press("Home");
  press("ArrowLeft");
  expect(state.frame === 0, "there is no frame before the first");
  const scrubber = document.getElementById("scrubber");
  scrubber.value = 37;
  scrubber.dispatchEvent(new Event("input"));
  expect(state.frame === 37, "the scrubber goes to its frame");
  document.getElementById("forth").click();
  expect(state.frame === 38, "the button steps one frame");
  expect(+scrubber.max === last(), "the scrubber ends with the run");
}

function checkDrawing() {
  expect(inkOf("screen") > 8, "the screen is drawn");
  expect(inkOf("plot") > 5, "the curves are drawn");
  const box = document.getElementById("plot").getBoundingClientRect();
  const edge = box.left + plotEdges.left;
  document.getElementById("plot").dispatchEvent(
    new PointerEvent("pointerdown", { clientX: edge, clientY: box.top + 50, buttons: 1 }));
  expect(state.frame === 0, "a click on the left edge of the curves goes to the first frame");
  const events = document.getElementById("events").children;
  expect(events.length === lead().events.length, "every event is listed");
  const release = [...events].find((button) => button.textContent.includes("decision"));
  release?.click();
  expect(state.frame === lead().events.find((event) => event.event === "decision").frame,
    "an event goes to its frame");
  expect(release?.textContent.includes("topLeft"), "a decision says its target");
}

function checkRuns() {
  const buttons = () => document.getElementById("names").children;
  buttons()[1].click();
  expect(lead().name === "sheet", "another run takes the lead");
  expect(inkOf("screen") > 8, "a sheet is drawn");
  buttons()[1].click();
  expect(lead() !== runs[1] && state.hidden.has(runs[1]), "a run can be hidden");
  buttons()[1].click();
  expect(!state.hidden.has(runs[1]), "and shown again");
  for (let index = 0; index < runs.length; index++) {
    if (!runs[index].frames.length) continue;
    choose(index);
    for (let frame = 0; frame <= last(); frame += 7) go(frame);
  }
  choose(0);
}

async function checkPlaying() {
  press("3");
  expect(state.speed === 0.1, "3 sets a tenth of the speed");
  press("1");
  go(0);
  press(" ");
  expect(state.isPlaying, "Space plays");
  await frames(4);
  press(" ");
  expect(!state.isPlaying, "Space pauses");
  go(last() - 5);
  press(" ");
  await frames(60);
  expect(!state.isPlaying && state.frame === last(), "it stops at the end");
  press(" ");
  expect(state.frame < last(), "and begins again");
  await frames(2);
  press(" ");
}

addEventListener("load", async () => {
  try {
    checkSteps();
    checkDrawing();
    checkRuns();
    await checkPlaying();
  } catch (error) { failures.push(`${error}`); }
  failures.push(...errors.map((message) => `page error: ${message}`));
  const verdict = document.createElement("pre");
  verdict.id = "verdict";
  verdict.textContent = failures.length ? failures.join("; ") : `${checks} checks hold`;
  document.body.append(verdict);
});
