// Makes screens of the virtual device, with their true elements from its own hierarchy, in a seeded walk through its
// apps, in several sizes. Run `npm run build` first.
//
// Usage: node training/screens/virtual.mjs --out FOLDER [--count 300] [--first 900000]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { OBSERVE_ALL, observe } from "../../dist/src/observe/observe.js";
import { startDirectPhone } from "../../dist/test/support/direct-phone.js";
import { runOnPhone } from "../../dist/test/support/run-on-phone.js";

const { values: options } = parseArgs({
  options: {
    out: { type: "string" },
    count: { type: "string", default: "300" },
    first: { type: "string", default: "900000" },
  },
});

const LONGEST_SIDE_PX = 1280;
const LEAST_SIDE_PX = 7;
const STEPS = 12;
const APPS = [
  "com.android.settings",
  "com.fovea.form",
  "com.fovea.messages",
  "com.fovea.notes",
  "com.fovea.dialogs",
  "com.fovea.player",
  "com.fovea.clock",
  "com.fovea.browser",
  "com.fovea.gestures",
  "com.fovea.stress",
  undefined,
];
const SIZES = [
  { size: { width: 540, height: 1200 }, density: 210 },
  { size: { width: 720, height: 1280 }, density: 320 },
  { size: { width: 540, height: 960 }, density: 240 },
  { size: { width: 800, height: 1280 }, density: 213 },
];

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const KINDS = {
  field: "field",
  checkbox: "checkbox",
  radio: "radio",
  switch: "switch",
  slider: "slider",
  tab: "tab",
  row: "row",
  image: "image",
};

/** The boxes as `[kind, left, top, right, bottom]` in pixels of the screen. */
function truthOf({ elements, viewHierarchy, screenSize }) {
  const children = new Map();
  for (const [place, node] of viewHierarchy.nodes.entries()) {
    if (node.parent !== null) children.set(node.parent, [...(children.get(node.parent) ?? []), place]);
  }
  const drawnText = (place) =>
    Boolean(viewHierarchy.nodes[place]?.text) || (children.get(place) ?? []).some((child) => drawnText(child));
  const boxes = [];
  const taken = new Set();
  for (const element of elements) {
    if (element.systemBar || element.node === null) continue;
    const touchable = element.actions.some((action) => action !== "scroll");
    if (!touchable) continue;
    taken.add(element.node);
    const words = drawnText(element.node);
    const kind = KINDS[element.role] ?? (element.role === "button" ? (words ? "button" : "iconButton") : "clickable");
    boxes.push([kind === "image" ? "clickable" : kind, element.bounds]);
  }
  const bars = new Set(elements.filter(({ systemBar }) => systemBar).map(({ node }) => node));
  for (const [place, node] of viewHierarchy.nodes.entries()) {
    if (taken.has(place) || bars.has(place) || !node.bounds || node.visibleToUser === false) continue;
    if (node.text && !children.has(place)) boxes.push(["text", node.bounds]);
    else if (/ImageView$/.test(node.className ?? "") && !children.has(place)) boxes.push(["image", node.bounds]);
  }
  return boxes.flatMap(([kind, b]) => {
    const box = [
      Math.max(0, b.left),
      Math.max(0, b.top),
      Math.min(screenSize.width, b.right),
      Math.min(screenSize.height, b.bottom),
    ];
    return box[2] - box[0] >= LEAST_SIDE_PX && box[3] - box[1] >= LEAST_SIDE_PX ? [[kind, ...box]] : [];
  });
}

async function main() {
  mkdirSync(options.out, { recursive: true });
  const [first, count] = [Number(options.first), Number(options.count)];
  const seen = new Set();
  for (let run = 0, at = first; at < first + count && run < count; run += 1) {
    const next = random(run * 7919 + 5);
    const pick = (list) => list[Math.floor(next() * list.length)];
    const look = pick(SIZES);
    const app = APPS[run % APPS.length];
    const phone = await startDirectPhone({ ...look, apiLevel: pick([28, 30, 33, 36]), ...(app && { app }) });
    at = await walk(phone, { next, pick, at, end: first + count, seen });
    await phone[Symbol.asyncDispose]();
  }
}

/** Saves every new screen of a short walk through an app; gives the number after the last one. */
async function walk(phone, { next, pick, at, end, seen }) {
  const press = (command) => phone.time.during(runOnPhone(phone.device, command));
  let number = at;
  for (let step = 0; step < STEPS && number < end; step += 1) {
    const { observation, frame } = await phone.time.during(
      observe(phone.session, OBSERVE_ALL, AbortSignal.timeout(60_000)),
    );
    const size = observation.screenSize;
    if (frame && observation.viewHierarchy && size && frame.width === size.width && !seen.has(frame.sha256)) {
      seen.add(frame.sha256);
      if (await save(frame, observation, join(options.out, `train-${number}`))) number += 1;
    }
    const targets = observation.elements.filter(({ actions, systemBar }) => actions.includes("click") && !systemBar);
    const target = next() < 0.6 ? pick(targets) : undefined;
    if (target) {
      const { left, top, right, bottom } = target.bounds;
      await press(`input tap ${Math.floor((left + right) / 2)} ${Math.floor((top + bottom) / 2)}`);
    } else if (next() < 0.7) {
      const [x, down, up] = [size.width / 2, size.height * 0.75, size.height * (0.3 + next() * 0.3)].map(Math.floor);
      await press(`input swipe ${x} ${down} ${x} ${up} 300`);
    } else await press("input keyevent 4");
    await phone.time.pass(1500);
  }
  return number;
}

/** Whether the box of a checkbox or radio button also contains its words, unlike the boxes of the other screens. */
function holdsWords([kind, left, top, right, bottom]) {
  return (kind === "checkbox" || kind === "radio") && right - left > 1.4 * (bottom - top);
}

/** Writes a screen with its truth; false without writing if a box of the truth is not the drawn box. */
async function save(frame, observation, file) {
  const boxes = truthOf(observation);
  if (boxes.some(holdsWords)) return false;
  const scale = LONGEST_SIDE_PX / Math.max(frame.width, frame.height);
  const raw = { width: frame.width, height: frame.height, channels: 4 };
  await sharp(frame.rgba, { raw })
    .removeAlpha()
    .resize(Math.round(frame.width * scale))
    .jpeg({ quality: 90 })
    .toFile(`${file}.jpg`);
  const truth = boxes.map(([kind, ...box]) => [kind, ...box.map((value) => Math.round(value * scale * 10) / 10)]);
  writeFileSync(
    `${file}.json`,
    JSON.stringify({ kit: "virtual", width: frame.width, height: frame.height, scale, truth }),
  );
  return true;
}

await main();
