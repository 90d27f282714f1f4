import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isFoveaError } from "../../../src/base/errors.js";
import { fromWire, toWire } from "../../../src/library/farm/wire.js";

const overJson = (value: unknown) => fromWire(JSON.parse(JSON.stringify(toWire(value))));

test("data is unchanged by encoding and decoding, including bytes, maps, sets and names that resemble markers", () => {
  const odd = {
    bytes: new Uint8Array([0, 255, 7]),
    map: new Map([["a", new Set([1])]]),
    far: Number.POSITIVE_INFINITY,
    "~map": 1,
    alone: { "~bytes": "AA==" },
    twice: { "~~set": [] },
    own: JSON.parse('{"__proto__": 1}'),
  };
  assert.deepEqual(overJson(odd), odd);
  assert.deepEqual(overJson({ left: undefined, kept: null }), { kept: null });
  fc.assert(
    fc.property(fc.jsonValue(), (value) => assert.deepEqual(overJson(value), JSON.parse(JSON.stringify(value)))),
  );
});

test("values that are not data are refused", () => {
  for (const value of [new AbortController(), () => {}, new Date(0), { deep: [Symbol("x")] }]) {
    assert.throws(
      () => toWire(value),
      (error) => isFoveaError(error, "INTERNAL"),
    );
  }
});
