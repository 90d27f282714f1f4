import assert from "node:assert/strict";
import { test } from "node:test";
import { buildGraph } from "../../src/graph/build/build-graph.js";
import type { Outcome } from "../../src/graph/build/graph-run.js";
import { GraphView } from "../../src/graph/predict/graph-view.js";
import { suggestNextActions } from "../../src/graph/predict/suggest.js";
import { NOTHING_BEFORE } from "../../src/live-memory/device-run.js";
import { learntOf, withLearnt } from "../../src/live-memory/learnt.js";
import { drive, refIn } from "../support/drive.js";
import { run, screen, step } from "../support/graph-screens.js";
import { tempFolder } from "../support/temp-folder.js";
import { WAYS_APP, waysApp } from "../support/ways-app.js";

test("an icon without text gets the screen it leads to after it led there twice", async () => {
  using memory = tempFolder();
  const app = waysApp();
  await using driven = await drive({ app: WAYS_APP, moreApps: () => [app.make()], config: { memory: memory.path } });
  const icon = /^e\d+ button \(leads to "Offers"\)$/m;
  for (let walk = 0; walk < 2; walk += 1) {
    const shown = await driven.did("observe", { full: true });
    assert.doesNotMatch(shown, /leads to/);
    await driven.did("tap", { target: refIn(shown, /^e\d+ button$/) });
    await driven.did("press_key", { key: "back" });
  }
  assert.match(await driven.did("observe", { full: true }), icon);
  // Led elsewhere once, it is certain no longer.
  app.lead("Offers", "Closed");
  await driven.did("tap", { target: refIn(await driven.did("observe", { full: true }), icon) });
  await driven.did("press_key", { key: "back" });
  assert.doesNotMatch(await driven.did("observe", { full: true }), /leads to/);
});

/** A shop whose button led to the basket, then had no effect so often, then these. */
function shopOf(idle: number, ...later: readonly Outcome[]) {
  const shop = screen("Shop", ["Buy", "Help"]);
  const basket = screen("Basket", ["Pay"]);
  const dead = Array.from({ length: idle }, () => step(shop, "Buy", { outcome: "noEffect" }));
  const rest = later.map((outcome) => step(shop, "Buy", { outcome }));
  const steps = [step(shop, "Buy"), step(basket, "back"), ...dead, ...rest, step(shop, "Help"), step(shop, "Help")];
  const view = new GraphView(buildGraph([run("r", ...steps)], 0));
  const id = view.recognise(shop).id ?? "";
  const suggested = suggestNextActions(view, { at: id, history: [], goal: null, count: 5 });
  const place = shop.parts.findIndex(({ words }) => words === "Buy");
  const standing = { id, facts: shop, before: NOTHING_BEFORE };
  return {
    said: learntOf(view, standing).get(shop.parts[place]?.name ?? ""),
    isSuggested: suggested.some(({ action }) => action.label === "buy"),
  };
}

test("a control without effect three times is marked and not suggested, until it has an effect", () => {
  assert.deepEqual(shopOf(2), { said: undefined, isSuggested: true });
  assert.deepEqual(shopOf(3), { said: "(no effect 3 times)", isSuggested: false });
  // An unknown outcome counts for neither.
  assert.deepEqual(shopOf(2, "unknown"), { said: undefined, isSuggested: true });
  assert.deepEqual(shopOf(3, "unknown"), { said: "(no effect 3 times)", isSuggested: false });
  assert.deepEqual(shopOf(3, "ok"), { said: undefined, isSuggested: true });
});

test("withLearnt adds notes only to lines of the outline, and not to text of apps that resembles such lines", () => {
  const learnt = new Map([["e3", '(leads to "Basket")']]);
  const text = 'e3 button\n  + e3 button\n"e3 button"\nmemory: e3 x\ne33 button';
  assert.equal(
    withLearnt(text, learnt),
    'e3 button (leads to "Basket")\n  + e3 button (leads to "Basket")\n"e3 button"\nmemory: e3 x\ne33 button',
  );
});
