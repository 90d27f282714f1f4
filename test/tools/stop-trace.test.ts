import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folderNameOf } from "../../src/recorder/trace-writer.js";
import { drive } from "../support/drive.js";

test("stop_trace reports what was recorded of each device, and ends the recording", async () => {
  await using driven = await drive({ app: "com.fovea.form", config: { traceTools: true } });
  await driven.did("start_trace", { name: "one" });
  await driven.did("observe");
  await driven.did("tap", { target: 'radio "Plus"' });
  const { outputDir } = driven.product.config;
  const folder = join(outputDir, "traces", "one", folderNameOf(driven.product.serial));
  assert.equal(await driven.did("stop_trace"), `${driven.product.serial}: 1 steps, 2 calls in ${folder}`);
  assert.ok(existsSync(join(folder, "steps.jsonl")));
  await driven.did("tap", { target: 'radio "Team"' });
  await driven.refused("TRACE_NOT_RUNNING", "stop_trace");
});
