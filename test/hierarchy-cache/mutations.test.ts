import assert from "node:assert/strict";
import { test } from "node:test";
import { screenKey } from "../../src/hierarchy-cache/key.js";
import { readLimits } from "../../src/hierarchy-cache/limits.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_ALL } from "../../src/observe/observe-request.js";
import { elementsOf } from "../../src/screen/elements.js";
import { tileGrid } from "../../src/screen/tiles.js";
import { startDirectPhone } from "../support/direct-phone.js";
import { Pens } from "../support/drawn-sheet.js";
import { drawnSubjects, mutateAll, type Subject, sizeAt } from "../support/mutation-run.js";
import { never } from "../support/never.js";

const pens = new Pens();
const TOTAL = 10_000;

/** Some apps of the virtual phone, at coarse and at fine pixels. */
const APPS = [
  ["com.android.settings", 120],
  ["com.fovea.form", 213],
  ["com.fovea.messages", 320],
  ["com.fovea.world", 640],
] as const;

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
  const tree = { hierarchy, drafts, grid: tileGrid(frame), takenAt: 0 };
  return { name: `${app} at ${density} dpi`, seen, tree, scale: density / 160, isEdgeToEdge: false };
}

test("none of 10,000 mutations that change a pixel of the app, at 120 to 640 dpi, is a hit", async () => {
  const phones = await Promise.all(APPS.map(([app, density]) => phoneSubject(app, density)));
  const subjects = [...drawnSubjects(pens), ...phones];
  const tally = mutateAll(subjects, { each: Math.ceil(TOTAL / subjects.length), pens });
  assert.ok(tally.total >= TOTAL);
  assert.deepEqual(tally.stale, []);
  assert.ok(tally.unchanged >= TOTAL / 20, `only ${tally.unchanged} left the app's pixels as they were`);
  // A bar whose background is covered is compared, not left out.
  assert.ok(tally.needless.length * 20 <= tally.unchanged, tally.needless.join(", "));
});

test("the same mutations find outdated hierarchies of a less strict cache", () => {
  const options = { policy: "tile", limits: readLimits(["tile-pixels=16"]) } as const;
  const { stale } = mutateAll(drawnSubjects(pens).slice(0, 2), { each: 60, pens, options });
  for (const kind of ["one pixel", "letter", "caret"])
    assert.ok(
      stale.some((name) => name.startsWith(kind)),
      kind,
    );
});
