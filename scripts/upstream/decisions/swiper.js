import { writeReleases } from "../releases.js";
import onTouchEnd from "upstream/src/core/events/onTouchEnd.ts";

// Five pages of 390 pt. A release at its start is not a drag, so Swiper leaves the page where it is.
const grid = [0, 390, 780, 1170, 1560];
const positions = Object.fromEntries(grid.map((offset, index) => [index, -offset]));

writeReleases({ positions, range: [-1600, 40], duration: true }, ({ from, at, milliseconds }) => {
  const drag = at - positions[from];
  if (drag === 0) return from;
  let target;
  const began = 1_000_000;
  const data = {
    touchId: 1,
    isTouched: true,
    isMoved: true,
    touchStartTime: began,
    startTranslate: positions[from],
    currentTranslate: at,
    lastClickTime: 0,
  };
  Date.now = () => began + milliseconds;
  onTouchEnd.call(
    {
      touchEventsData: data,
      params: {
        simulateTouch: true,
        followFinger: true,
        slidesPerGroup: 1,
        slidesPerGroupSkip: 0,
        longSwipesMs: 300,
        longSwipes: true,
        longSwipesRatio: 0.5,
        shortSwipes: true,
      },
      touches: { diff: drag },
      slidesGrid: grid,
      slidesSizesGrid: grid.map(() => 390),
      enabled: true,
      allowClick: false,
      emit() {},
      translate: at,
      maxTranslate: () => -1560,
      swipeDirection: drag > 0 ? "prev" : "next",
      activeIndex: Number(from),
      slideTo: (index) => (target = Math.max(0, Math.min(index, 4))),
    },
    { type: "touchend", changedTouches: [{ identifier: 1 }], target: null },
  );
  return String(target);
});
