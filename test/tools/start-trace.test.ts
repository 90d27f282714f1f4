import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../support/drive.js";

test("start_trace records later calls below the output folder", async () => {
  await using driven = await drive({ app: "com.fovea.form", config: { traceTools: true } });
  await driven.refused("TRACE_NOT_RUNNING", "stop_trace");
  for (const name of ["../x", "nul", "one."]) await driven.refused("PATH_NOT_ALLOWED", "start_trace", { name });
  await driven.did("tap", { target: 'radio "Team"' });
  assert.match(await driven.did("start_trace", { name: "one" }), /recording to .*traces.one, until stop_trace/);
  await driven.refused("TRACE_RUNNING", "start_trace");
  await driven.did("tap", { target: 'radio "Plus"' });
  assert.match(await driven.did("stop_trace"), /: 1 steps, 1 calls in .*traces.one/);
  await driven.did("start_trace", { name: "two" });
  assert.match(await driven.did("stop_trace"), /no action was done, so there is no trace/);
});
