import assert from "node:assert/strict";
import { test } from "node:test";
import { insideKnown } from "../../src/screen/inside-known.js";
import type { WindowPart } from "../../src/screen/unmoved.js";

/** A row at place 0 with this text and a checkbox in it. */
function rowWithBox(...labels: readonly string[]): WindowPart {
  const around = (place: number) => (place === 1 ? 0 : null);
  return { screen: { elements: [{ labels }, { labels: [] }] }, traits: { around } } as unknown as WindowPart;
}

test("a checkbox is not recognised where another row with the same text replaced its row", () => {
  const bob = rowWithBox("Bob");
  assert.deepEqual(insideKnown([[1, 1]], bob, bob), []);
  const both = [
    [0, 0],
    [1, 1],
  ] as const;
  assert.deepEqual(insideKnown(both, bob, bob), both);
  assert.deepEqual(insideKnown([[1, 1]], rowWithBox(), bob), [[1, 1]]);
  assert.deepEqual(insideKnown([[1, 1]], bob, rowWithBox()), [[1, 1]]);
});
