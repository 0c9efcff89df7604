// Plays exported modules of Playwright or Puppeteer in Chromium, with the page of this folder.
// Usage: node play-module.mjs CHROMIUM PAGE KIND MODULE… Prints a JSON line for each module: the changes that the page saw.
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, file, kind, ...modules] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
for (const module of modules) {
  const { playGesture } = await import(pathToFileURL(module));
  const page = await browser.newPage({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await page.goto(pathToFileURL(file).href);
  // Puppeteer is not in the package index. Use Playwright instead: its method for a session has the same result.
  const target = kind === "puppeteer" ? { createCDPSession: () => page.context().newCDPSession(page) } : page;
  await playGesture(target);
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  console.log(JSON.stringify(await page.evaluate("seen")));
  await page.close();
}
await browser.close();
