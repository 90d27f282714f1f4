import assert from "node:assert/strict";
import { test } from "node:test";
import { tap } from "../../../src/actions/verbs/tap.js";
import { isFoveaError } from "../../../src/base/errors.js";
import { center } from "../../../src/base/geometry.js";
import { isTouchTarget } from "../../../src/screen/element.js";
import { parseTarget } from "../../../src/screen/selector.js";
import { CHANGES, type Change, restore, TINY } from "../../support/blind-tap.js";
import { type CompanionDriven, driveCompanion } from "../../support/drive-companion.js";
import { never } from "../../support/never.js";
import { observeProduct } from "../../support/observe-product.js";
import { under } from "../../support/recorder.js";

/** The element under a gesture, or under the middle of the clicked element, at the request to the companion. */
interface Watched {
  touched: string[];
}

/**
 * The element that a click names is at the place of the last observation: the phone does not change during the call.
 */
async function watch(driven: CompanionDriven): Promise<Watched> {
  const watched: Watched = { touched: [] };
  const session = await driven.product.session();
  driven.instead(({ gesture, nodeAction }) => ({
    gesture: async (params, call) => {
      if ("x" in params) watched.touched.push(under(driven.phone, params));
      return await gesture(params, call);
    },
    nodeAction: async (params, call) => {
      const { elements = [], viewHierarchy } = session.lastObservation ?? {};
      const { target } = params;
      assert.ok("tree" in target);
      const root = viewHierarchy?.windows.find(({ tree }) => tree === target.tree)?.root ?? Number.NaN;
      const clicked = elements.find(({ node }) => node === root + target.node);
      const on = clicked ? under(driven.phone, center(clicked.bounds)) : "what nobody saw";
      const answer = await nodeAction(params, call);
      watched.touched.push(on);
      return answer;
    },
  }));
  return watched;
}

/**
 * Taps an element of a screen that changed after its observation. Gives the problem of the tap; undefined if it has
 * none.
 */
async function wrongTap(
  driven: CompanionDriven,
  watched: Watched,
  { change, pick, byRef }: { readonly change: Change; readonly pick: number; readonly byRef: boolean },
): Promise<{ readonly wrong: string | undefined; readonly isRefused: boolean }> {
  const { phone, product } = driven;
  await restore(product, change.app);
  const seen = await observeProduct(product, { frameStats: "off", screenshot: false });
  const choices = seen.elements.filter((one) => isTouchTarget(one) && !one.systemBar);
  const element = choices[pick % choices.length];
  assert.ok(element);
  const wanted = under(phone, center(element.bounds));
  const target = parseTarget(byRef ? element.ref : `${element.role} ${JSON.stringify(element.labels.join(" "))}`);
  watched.touched = [];
  change.apply(phone);
  // During the transition of the change, or after it.
  await phone.clock.sleep(pick % 2 === 0 ? 30 : 900, never());
  const outcome = await tap(await product.session(), { target, count: 1, holdMs: 0 }, never()).catch(
    (thrown: unknown) => thrown,
  );
  const what = `${change.name}, ${byRef ? "by ref" : "by label"}: wanted ${wanted}`;
  if (watched.touched.length === 0) {
    const isCoded = isFoveaError(outcome) && outcome.code !== "INTERNAL";
    // On a busy host the companion may be lost and `input` may replace it; other tests check that.
    const isByInput = outcome instanceof Object && Reflect.get(outcome, "by") === "input";
    const came = outcome instanceof Object && "did" in outcome ? `${outcome.did}, unseen` : String(outcome);
    return { wrong: isCoded || isByInput ? undefined : `${what}: ${came}`, isRefused: true };
  }
  const isSame = watched.touched[0] === wanted;
  return {
    wrong: isSame && watched.touched.length === 1 ? undefined : `${what}, touched ${watched.touched}`,
    isRefused: false,
  };
}

for (const [share, animationScale] of [0, 1].entries()) {
  test(`tap through the companion never touches a screen that changed since it was observed (animations x${animationScale})`, async () => {
    await using driven = await driveCompanion({ ...TINY, host: "shell", lock: "swipe", animationScale });
    await driven.did("observe");
    const watched = await watch(driven);
    const found: Awaited<ReturnType<typeof wrongTap>>[] = [];
    for (const [place, change] of CHANGES.all.entries()) {
      for (const byRef of [true, false]) {
        found.push(await wrongTap(driven, watched, { change, pick: place * 3 + share + (byRef ? 0 : 1), byRef }));
      }
    }
    assert.deepEqual(
      found.flatMap(({ wrong }) => wrong ?? []),
      [],
    );
    const refused = found.filter(({ isRefused }) => isRefused).length;
    assert.ok(refused >= 5 && refused <= found.length - 5, `${refused} of ${found.length} refused`);
    assert.deepEqual(driven.product.device.log.defects, []);
  });
}
