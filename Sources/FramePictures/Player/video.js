// A video of the stage: plays the selected run once, from its start to its end at the chosen speed, and saves the
// pictures in a format that the browser can write.
const videoKinds = ["video/mp4;codecs=avc1", "video/mp4", "video/webm;codecs=vp9", "video/webm"];
let filming = null;

const videoKind = () => typeof MediaRecorder === "undefined" || !HTMLCanvasElement.prototype.captureStream ? undefined
  : videoKinds.find((kind) => MediaRecorder.isTypeSupported(kind));

function wireVideo() {
  const button = made("button", "Save video", { id: "film", hidden: !videoKind() });
  button.onclick = () => filming ? filming.cancel() : film(button);
  element("layout").after(button);
}

// Records until the playback ends, or until the user cancels. The stage is copied to another canvas with a background,
// because a video has no transparent pixels, and with an even size, which the encoders need.
function film(button) {
  const stage = element("screen"), canvas = made("canvas"), parts = [], wasLooping = state.isLooping;
  [canvas.width, canvas.height] = [stage.width, stage.height].map((length) => length + length % 2);
  const pen = canvas.getContext("2d"), kind = videoKind();
  const copy = () => {
    pen.fillStyle = inks.panel;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(stage, 0, 0, canvas.width, canvas.height);
  };
  copy();
  const stream = canvas.captureStream(60), recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: 8e6 });
  const name = `${lead().name.replace(/[^\w.-]+/g, "-").replace(/^[-.]+/, "") || "run"}.${kind.includes("mp4") ? "mp4" : "webm"}`;
  let isCancelled = false;
  // A browser draws no pictures of a hidden page.
  const hide = () => { if (document.hidden) filming?.cancel(); };
  document.addEventListener("visibilitychange", hide);
  filming = { cancel: () => { isCancelled = true; pause(); } };
  recorder.ondataavailable = ({ data }) => { if (data.size) parts.push(data); };
  recorder.onerror = () => { isCancelled = true; pause(); };
  recorder.onstop = () => {
    document.removeEventListener("visibilitychange", hide);
    for (const track of stream.getTracks()) track.stop();
    filming = null;
    button.textContent = "Save video";
    button.className = "";
    setLoop(wasLooping);
    if (!isCancelled && parts.length) download(name, new Blob(parts, { type: kind }), kind);
    say(isCancelled || !parts.length ? "No video was saved" : `Saved ${name}`);
  };
  recorder.onstart = () => {
    pause();
    setLoop(false);
    state.frame = 0;
    show();
    play();
    requestAnimationFrame(step);
  };
  // The last picture stays for half a second, because many players otherwise cut it off.
  const step = () => {
    copy();
    if (state.isPlaying) return requestAnimationFrame(step);
    setTimeout(() => { if (recorder.state !== "inactive") recorder.stop(); }, isCancelled ? 0 : 500);
  };
  button.textContent = "Stop video";
  button.className = "filming";
  say("The video is recorded while the run plays");
  recorder.start();
}
