import assert from "node:assert/strict";
import { test } from "node:test";
import type { Candidate } from "../../../src/vision/detectors/onnx/layout.js";
import { suppress } from "../../../src/vision/detectors/onnx/suppress.js";

const box = (left: number, top: number, right: number, bottom: number, score = 0.5): Candidate => {
  return { left, top, right, bottom, score, label: 0 };
};

test("of overlapping boxes the most certain one stays, even among different classes", () => {
  const [sure, less] = [box(0, 0, 100, 100, 0.9), { ...box(10, 10, 105, 105, 0.8), label: 1 }];
  assert.deepEqual(suppress([less, sure]), [sure]);
});

test("a box within a much larger one stays, and one within a slightly larger one is removed", () => {
  const row = box(0, 0, 100, 40, 0.9);
  const [icon, nearly] = [box(5, 5, 35, 35), box(0, 0, 100, 32)];
  assert.deepEqual(suppress([row, icon, nearly]), [row, icon]);
});

test("boxes that overlap by less than 45 % stay", () => {
  const [one, other] = [box(0, 0, 100, 100, 0.9), box(40, 0, 140, 100)];
  assert.deepEqual(suppress([one, other]), [one, other]);
  assert.deepEqual(suppress([one, box(37, 0, 137, 100)]), [one]);
});

test("of a chain of overlapping boxes only those that overlap a kept one are removed", () => {
  const chain = [0, 30, 60, 90].map((left, at) => box(left, 0, left + 100, 100, 0.9 - at / 10));
  assert.deepEqual(
    suppress(chain).map(({ left }) => left),
    [0, 60],
  );
});
