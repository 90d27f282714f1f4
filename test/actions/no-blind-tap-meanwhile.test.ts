import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CHANGES, instants, restore, TINY, type Trial, tapAfterChange } from "../support/blind-tap.js";
import { type Product, startProduct } from "../support/product.js";

const SEED = 7_311;

interface LateTrial extends Trial {
  /** Programs that began to read the phone between the change and the touch, or the end. */
  readonly readBy: ReadonlySet<string>;
}

/**
 * Changes the screen right before the n-th reading of the phone by a program during a tap.
 */
async function tapWhileChanging(product: Product, instant: Parameters<typeof tapAfterChange>[1], nth: number) {
  const { phone, device } = product;
  let changedAt = Number.NaN;
  let restorePhone = () => {};
  const trial = await tapAfterChange(product, instant, () => {
    let asked = 0;
    let isChanging = false;
    const ask = () => {
      if (isChanging) return;
      asked += 1;
      if (asked !== nth) return;
      isChanging = true;
      instant.change.apply(phone);
      isChanging = false;
      changedAt = phone.clock.nowMs();
    };
    const { state, pixels, accessibilityWindows } = phone;
    const asking =
      <Result>(get: () => Result) =>
      () => {
        ask();
        return get.call(phone);
      };
    Object.assign(phone, {
      state: asking(state),
      pixels: asking(pixels),
      accessibilityWindows: asking(accessibilityWindows),
    });
    restorePhone = () => void Object.assign(phone, { state, pixels, accessibilityWindows });
  });
  restorePhone();
  const later = device.log.processes.filter(({ startedAtMs }) => startedAtMs > changedAt);
  const readBy = new Set(later.map(({ argv }) => argv[0] ?? ""));
  return { ...trial, readBy };
}

/** The programs whose output shows a change: dumpsys for windows; screenshots and hierarchies for their content. */
const REPORTERS = { windows: ["dumpsys"], content: ["screencap", "uiautomator"] } as const;

for (const kind of ["windows", "content"] as const) {
  test(`tap touches nothing where any reading after a change of ${kind} could have reported the change`, async () => {
    await using product = await startProduct({ ...TINY, lock: "swipe", animationScale: 0 });
    const count = 30;
    const late: LateTrial[] = [];
    const places = fc.sample(fc.integer({ min: 1, max: 32 }), { numRuns: count, seed: SEED });
    for (const [place, instant] of fc.sample(instants(kind), { numRuns: count, seed: SEED }).entries()) {
      product.device.log.clear();
      late.push(await tapWhileChanging(product, instant, places[place] ?? 1));
    }
    const report: readonly string[] = REPORTERS[kind];
    const wrong = late.filter(
      ({ outcome, readBy }) =>
        outcome !== "refused" && outcome !== "on the same" && report.some((program) => readBy.has(program)),
    );
    assert.deepEqual(
      wrong.map(
        ({ change, wanted, what, readBy }) =>
          `${change.name}: wanted ${wanted}, touched ${what}, read by ${[...readBy].join(" ")}`,
      ),
      [],
    );
    assert.ok(late.some(({ outcome }) => outcome === "refused"));
    assert.ok(late.some(({ outcome }) => outcome === "on the same"));
  });
}

test("tap touches nothing where windows open and close faster than they can be read", async () => {
  await using product = await startProduct({ ...TINY, animationScale: 0 });
  await restore(product, "com.fovea.messages");
  const { phone } = product;
  const instant = { change: CHANGES.content[0], pick: 3, byRef: true };
  assert.ok(instant.change);
  const trial = await tapAfterChange(product, { ...instant, change: instant.change }, () => {
    const { state } = phone;
    let asked = 0;
    // The dumps of the window manager alternate between two windows.
    phone.state = () => {
      asked += 1;
      const now = state.call(phone);
      const { focusedWindow } = now;
      return asked % 2 === 0 && focusedWindow
        ? { ...now, focusedWindow: { ...focusedWindow, hash: "abcdef0", title: "Other" } }
        : now;
    };
  });
  assert.ok(trial.outcome === "refused" || trial.outcome === "on the same", JSON.stringify(trial));
});
