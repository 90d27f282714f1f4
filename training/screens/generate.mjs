import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import puppeteer from "puppeteer-core";
import { bundle, HELD_KITS, TRAIN_KITS } from "./bundle.mjs";
import { createRandom } from "./random.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".woff2": "font/woff2",
};
const LONGEST_SIDE_PX = 1280;
const SCREENS_PER_PAGE = 60;

const { values: options } = parseArgs({
  options: {
    out: { type: "string" },
    count: { type: "string", default: "1000" },
    from: { type: "string", default: "0" },
    step: { type: "string", default: "1" },
    split: { type: "string", default: "train" },
    mix: { type: "string", default: "any" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    bundle: { type: "boolean", default: true },
  },
  allowNegative: true,
});

/** Half of the training screens have our own widgets, whose looks vary most. */
function chooseKit(r) {
  if (options.split === "held") return r.pick(HELD_KITS);
  return r.chance(0.5) ? "plain" : r.pick(TRAIN_KITS.slice(1));
}

/** A phone's or (seldom) a tablet's window in CSS pixels; the picture's longest side is always the same. */
function chooseWindow(r) {
  const tablet = r.chance(0.05);
  const width = tablet ? r.int(600, 800) : r.pick([320, 360, 360, 384, 392, 400, 411, 412, 412, 432, 480]);
  const height = Math.round(
    width * (tablet ? r.real(1.3, 1.6) : r.pick([16 / 9, 2, 19 / 9, 19.5 / 9, 20 / 9, 20 / 9])),
  );
  const landscape = r.chance(tablet ? 0.6 : 0.03);
  return landscape ? { width: height, height: width } : { width, height };
}

function serve() {
  const server = createServer((request, response) => {
    const path = join(HERE, normalize(decodeURIComponent(request.url.split("?")[0])));
    if (!path.startsWith(HERE) || !existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    response.writeHead(200, {
      "content-type": TYPES[extname(path)] ?? "application/octet-stream",
      "cache-control": "max-age=9999",
    });
    response.end(readFileSync(path));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

async function openPage(browser, origin, kit) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(kit, String(error).slice(0, 300)));
  await page.goto(`${origin}/build/${kit}.html`);
  return { page, left: SCREENS_PER_PAGE };
}

async function main() {
  mkdirSync(options.out, { recursive: true });
  const kits = options.split === "held" ? HELD_KITS : TRAIN_KITS;
  if (options.bundle) await bundle(kits);
  const server = await serve();
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await puppeteer.launch({
    executablePath: options.chromium,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      "--force-color-profile=srgb",
      "--font-render-hinting=none",
    ],
  });
  const pages = new Map();
  const first = Number(options.from);
  for (let i = first; i < first + Number(options.count); i += Number(options.step)) {
    const file = join(options.out, `${options.split}-${String(i).padStart(6, "0")}`);
    if (existsSync(`${file}.json`)) continue;
    const seed = (options.split === "held" ? 0x40000000 : 0) + i * 7919 + 13;
    const r = createRandom(seed);
    const kit = chooseKit(r);
    const size = chooseWindow(r);
    if (!pages.has(kit)) pages.set(kit, await openPage(browser, origin, kit));
    const entry = pages.get(kit);
    try {
      await entry.page.bringToFront();
      const scale = LONGEST_SIDE_PX / Math.max(size.width, size.height);
      await entry.page.setViewport({ ...size, deviceScaleFactor: scale });
      const facts = await entry.page.evaluate((s) => window.buildScreen(s.seed, { mix: s.mix }), {
        seed,
        mix: options.mix,
      });
      const boxes = await entry.page.evaluate(() => window.readTruth());
      await entry.page.screenshot({ path: `${file}.jpg`, type: "jpeg", quality: 90, optimizeForSpeed: true });
      const truth = boxes.map(([kind, ...box]) => [kind, ...box.map((v) => Math.round(v * scale * 10) / 10)]);
      writeFileSync(`${file}.json`, JSON.stringify({ kit, ...facts, seed, ...size, scale, truth }));
    } catch (error) {
      console.error(i, kit, String(error).slice(0, 400));
      entry.left = 0;
    }
    entry.left -= 1;
    if (entry.left <= 0) {
      pages.delete(kit);
      await entry.page.close().catch(() => {});
    }
  }
  await browser.close();
  server.close();
}

await main();
