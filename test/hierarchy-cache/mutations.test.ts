import assert from "node:assert/strict";
import { test } from "node:test";
import { HierarchyCache, type KeptTree, type SeenScreen } from "../../src/hierarchy-cache/cache.js";
import { screenKey } from "../../src/hierarchy-cache/key.js";
import { readLimits } from "../../src/hierarchy-cache/limits.js";
import { OBSERVE_ALL, observe } from "../../src/observe/observe.js";
import { elementsOf } from "../../src/screen/elements.js";
import { tileGrid } from "../../src/screen/tiles.js";
import { startDirectPhone } from "../support/direct-phone.js";
import { drawn, PLAIN } from "../support/drawn-screen.js";
import { Pens } from "../support/drawn-sheet.js";
import { MUTATIONS, randomFrom, Sheet, somewhere } from "../support/mutations.js";
import { never } from "../support/never.js";

const pens = new Pens();
const TOTAL = 10_000;
const DENSITIES = [120, 160, 213, 240, 280, 320, 360, 420, 480, 560, 640];

/** A whole small screen, or as much of it as is quickly compared ten thousand times. */
function sizeAt(density: number) {
  const scale = density / 160;
  return { width: Math.min(800, Math.round(320 * scale)), height: Math.min(1_000, Math.round(480 * scale)) };
}

/** Some apps of the virtual phone, at coarse and at fine pixels. */
const APPS = [
  ["com.android.settings", 120],
  ["com.fovea.form", 213],
  ["com.fovea.messages", 320],
  ["com.fovea.world", 640],
] as const;

interface Subject {
  readonly name: string;
  readonly seen: SeenScreen;
  readonly tree: KeptTree;
  readonly scale: number;
}

function drawnSubjects(): readonly Subject[] {
  return DENSITIES.map((density) => {
    const { width, height } = sizeAt(density);
    const sizeDp = { width: (width * 160) / density, height: (height * 160) / density };
    const screen = { ...PLAIN, density, sizeDp, isDark: density % 3 === 0, fontScale: density < 200 ? 0.85 : 1 };
    return { name: `drawn at ${density} dpi`, scale: density / 160, ...drawn(screen, pens) };
  });
}

async function phoneSubject(app: string, density: number): Promise<Subject> {
  const size = sizeAt(density);
  await using phone = await startDirectPhone({ app, size, density });
  const { observation, frame } = await phone.time.during(observe(phone.session, OBSERVE_ALL, never()));
  const hierarchy = observation.viewHierarchy;
  assert.ok(frame && hierarchy);
  const key = screenKey({ ...observation, ...observation.device });
  assert.ok(typeof key !== "string", String(key));
  const seen = { key, frame, insets: observation.systemInsets, imeVisible: observation.ime?.visible === true };
  const drafts = { screenSize: observation.screenSize, elements: elementsOf(hierarchy, observation.screenSize) };
  return {
    name: `${app} at ${density} dpi`,
    seen,
    tree: { hierarchy, drafts, grid: tileGrid(frame), takenAt: 0 },
    scale: density / 160,
  };
}

interface Tally {
  stale: string[];
  needless: string[];
  unchanged: number;
}

/** Everything between the bars is unmasked, whatever the cache makes of it. */
function mutate({ name, seen, tree, scale }: Subject, count: number, tally: Tally): void {
  const cache = new HierarchyCache({ policy: "tile", limits: readLimits([]) });
  assert.equal(cache.keep(seen, seen.frame, tree), null, name);
  const sheet = new Sheet(seen.frame, pens);
  const random = randomFrom(count * 31 + Math.round(scale * 160));
  const kinds = Object.entries(MUTATIONS);
  const top = seen.insets?.statusBars?.top ?? 0;
  const bottom = sheet.surface.height - (seen.insets?.navigationBars?.bottom ?? 0);
  assert.ok(top > 0 && bottom < sheet.surface.height, `${name} has no bars`);
  for (let i = 0; i < count; i++) {
    const [kind = "", change] = kinds[i % kinds.length] ?? [];
    change?.({ sheet, random, scale, rect: somewhere(sheet, random, scale) });
    const isChanged = sheet.isChanged(top, bottom);
    const { isHit } = cache.find({ ...seen, frame: sheet.pixels });
    if (!isChanged) tally.unchanged += 1;
    if (isHit && isChanged) tally.stale.push(`${kind} on ${name}`);
    if (!isHit && !isChanged) tally.needless.push(`${kind} on ${name}`);
    sheet.restore();
  }
}

test("of 10,000 mutations at 120 to 640 dpi none that changes a pixel outside the bars gets the kept tree", async () => {
  const subjects = [
    ...drawnSubjects(),
    ...(await Promise.all(APPS.map(([app, density]) => phoneSubject(app, density)))),
  ];
  const tally: Tally = { stale: [], needless: [], unchanged: 0 };
  const each = Math.ceil(TOTAL / subjects.length);
  for (const subject of subjects) mutate(subject, each, tally);
  assert.deepEqual(tally.stale, []);
  assert.ok(tally.unchanged >= TOTAL / 20, `only ${tally.unchanged} left the app's pixels as they were`);
  // A bar whose ground is covered is compared, not left out.
  assert.ok(tally.needless.length * 20 <= tally.unchanged, tally.needless.join(", "));
});
