import assert from "node:assert/strict";
import { test } from "node:test";
import { type ScrollToRequest, scrollTo } from "../../../src/actions/scroll/scroll-to.js";
import { isFoveaError } from "../../../src/base/errors.js";
import { parseElement } from "../../../src/screen/selector.js";
import type { Session } from "../../../src/session/session.js";
import { coded } from "../../support/coded.js";
import { never } from "../../support/never.js";
import { type Product, startProduct } from "../../support/product.js";
import { scrollBy } from "../../support/scroll-by.js";

/** A screen that shows a third of the settings. */
const SHORT = { size: { width: 540, height: 620 }, density: 210, speed: 40, app: "com.android.settings" } as const;

async function search({ session }: Product, target: string, more: Partial<ScrollToRequest> = {}) {
  const request = { element: parseElement(target), within: null, way: null, mostSwipes: 50, ...more };
  return await scrollTo(await session(), request, never());
}

/** The first words of every row that was read from now on. */
function rowsRead(session: Session): ReadonlySet<string> {
  const seen = new Set<string>();
  const remember = session.remember.bind(session);
  session.remember = (observation, describe) => {
    for (const { role, labels } of observation.elements) if (role === "row") seen.add(labels[0] ?? "");
    remember(observation, describe);
  };
  return seen;
}

const ROWS = ["Network & internet", "Connected devices", "Apps", "Notifications", "Battery", "Storage", "Sound"].concat(
  ["Display", "Region", "Security", "Location", "About phone"],
);

const toTheEnd = { element: parseElement('"Nowhere"'), within: null, way: "down", mostSwipes: 50 } as const;

test("scroll finds a target further down, and does not touch the screen where the target is already visible", async () => {
  await using product = await startProduct(SHORT);
  const there = await search(product, '"Network & internet"');
  assert.deepEqual([there.swipes, there.verdict.kind, there.points], [0, "no_effect", []]);
  const { found, swipes, ends, did, after } = await search(product, 'row "About phone"');
  assert.ok(swipes >= 1);
  assert.match(did, /^scrolled (?:once|\d times) to e\d+ row "About phone"/);
  assert.deepEqual(ends, []);
  assert.ok(after?.elements.includes(found));
  // Back up: scroll_to scrolls down to the end first, because no direction is given.
  const back = await search(product, 'row "Network & internet"');
  assert.deepEqual(back.ends, ["down"]);
  const up = await search(product, 'row "About phone"', { way: "down" });
  assert.deepEqual(up.ends, []);
});

test("scroll reads every row, on phones that fling and on phones that do not", async () => {
  for (const apiLevel of [24, 33]) {
    await using product = await startProduct({ ...SHORT, apiLevel });
    const session = await product.session();
    const seen = rowsRead(session);
    await assert.rejects(scrollTo(session, toTheEnd, never()), (error) => isFoveaError(error, "ELEMENT_NOT_FOUND"));
    assert.ok(seen.has("About phone"), `API ${apiLevel}: ${[...seen].join(", ")}`);
    assert.deepEqual(
      ROWS.filter((name) => !seen.has(name)),
      [],
      `API ${apiLevel}`,
    );
  }
});

test("scroll moves a list back where it scrolled by more than one page, until the rows between were read", async () => {
  await using product = await startProduct(SHORT);
  const session = await product.session();
  const seen = rowsRead(session);
  const { phone } = product;
  const touchUp = phone.touchUp.bind(phone);
  let jumps = 0;
  phone.touchUp = (point) => {
    touchUp(point);
    jumps += 1;
    if (jumps === 1) scrollBy(phone, 330);
  };
  await assert.rejects(scrollTo(session, toTheEnd, never()), (error) => isFoveaError(error, "ELEMENT_NOT_FOUND"));
  assert.deepEqual(
    ROWS.filter((name) => !seen.has(name)),
    [],
  );
});

test("scroll for a missing target fails and names the ends it reached, or none where its swipes ran out", async () => {
  await using product = await startProduct(SHORT);
  const missing = search(product, '"Nowhere"');
  await assert.rejects(missing, (error) => {
    assert.ok(isFoveaError(error, "ELEMENT_NOT_FOUND"));
    assert.match(error.message, /^"Nowhere" was not found: it was scrolled from one end to the other in \d+ swipes$/);
    assert.equal(error.context.attemptedAction, 'scroll to "Nowhere"');
    assert.equal(error.context.mayHaveHappened, true);
    assert.match(error.context.visualContext ?? "", /Network & internet/);
    return true;
  });
  await assert.rejects(
    search(product, '"Nowhere"', { mostSwipes: 1 }),
    /1 swipes, the limit, were made, and no end was reached/,
  );
  await assert.rejects(
    search(product, '"Nowhere"', { within: parseElement("list"), way: "up" }),
    /scrolled up to its end/,
  );
});

test("scroll ends where another window comes to the front", async () => {
  await using product = await startProduct(SHORT);
  const { phone } = product;
  const touchUp = phone.touchUp.bind(phone);
  phone.touchUp = (point) => {
    touchUp(point);
    phone.hooks.crashApp("com.android.settings");
  };
  await assert.rejects(search(product, '"Nowhere"'), /scrolling stopped because the result of a swipe was app_crashed/);
});

test("scroll stops before its time is over, says how far it came and at what pace, and swipes no further", async () => {
  await using product = await startProduct(SHORT);
  const error = await coded(search(product, '"Nowhere"', { withinMs: 1 }));
  assert.equal(error.code, "ELEMENT_NOT_FOUND");
  assert.match(
    error.message,
    /1 swipes, as many as there was time for at \d+\.\d s each \(call again .*\), were made, and no end was/,
  );
  assert.equal(error.context.mayHaveHappened, true);
});
