import assert from "node:assert/strict";
import { test } from "node:test";
import type { InteractionStep } from "../../src/trace/protocol.js";
import { StatsCounter } from "../../src/trace/trace-stats.js";
import { EXTENSION, type TraceCall } from "../../src/trace/x-fovea.js";

function step(durationMs: number, error: string | null = null): InteractionStep {
  const reported = {
    duration_ms: durationMs,
    ...(error === null ? {} : { error: { code: error, message: "it failed" } }),
  };
  const state = {
    screenshot_path: "",
    screen_resolution: [1080, 2400] as [number, number],
    elements: [],
    timestamp: 0,
  };
  return { timestamp: 0, visual_state: state, action: { type: "click" }, [EXTENSION]: reported };
}

const call = (code: string | null): TraceCall => ({
  call: 1,
  timestamp: 0,
  tool_name: "tap",
  inputs: {},
  result: code === null ? { text: "done" } : { error: { code, message: "it failed" } },
  duration: 1,
  visual_state: null,
});

test("half of the steps took at most p50, and 95 of 100 at most p95", () => {
  const counter = new StatsCounter();
  for (let ms = 100; ms >= 1; ms -= 1) counter.add(step(ms));
  assert.deepEqual(counter.stats.durationMs, { p50: 50, p95: 95 });
});

test("the error of a step is not counted again for its call", () => {
  const counter = new StatsCounter();
  counter.add(step(5, "REF_STALE"));
  counter.addCall(call("REF_STALE"), true);
  counter.addCall(call("ELEMENT_NOT_FOUND"), false);
  counter.addCall(call(null), false);
  const { calls, errors, steps } = counter.stats;
  assert.deepEqual({ calls, errors, steps }, { calls: 3, errors: { ELEMENT_NOT_FOUND: 1, REF_STALE: 1 }, steps: 1 });
});
