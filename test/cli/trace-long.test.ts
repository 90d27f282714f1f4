import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { makeTrace } from "../support/trace/make-trace.js";

// What else is read of traces is in trace/trace-files, which `npm test` runs.

const folder = mkdtempSync(join(tmpdir(), "fovea-trace-long-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("fovea trace validates, reports and counts 10,000 steps in little memory", async () => {
  const long = join(folder, "long");
  await makeTrace(long, { steps: 10_000, elements: 8, pictures: false });
  const program = join(packageRoot(), "dist", "src", "cli", "main.js");
  for (const reading of ["validate", "stats", "show"]) {
    const args = ["--max-old-space-size=48", program, "trace", reading, long];
    const out = execFileSync(process.execPath, args, {
      encoding: "utf8",
      maxBuffer: 1e9,
      stdio: ["ignore", "pipe", "ignore"],
    });
    assert.match(out, reading === "show" ? /^10000\. /m : /10000 valid steps/);
  }
});
