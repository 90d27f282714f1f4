import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import * as z from "zod";
import { packageRoot } from "../../src/base/assets.js";

const figuresSchema = z.object({ figures: z.record(z.string(), z.looseObject({ value: z.number() })) });

test("the tool lists are counted and checked against their budgets without a corpus", async () => {
  const main = join(packageRoot(), "dist", "bench", "main.js");
  const env = { ...process.env, FOVEA_CORPUS: join(packageRoot(), "no-such-folder") };
  const { stdout } = await promisify(execFile)(process.execPath, [main, "tokens", "--check", "--json"], { env });
  assert.match(stdout, /No hierarchies were read: there is no corpus at .*no-such-folder/);
  const { figures } = figuresSchema.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
  const names = ["tools/list", "tools/list legacy", "tools/list slim", "tools/list slim legacy"];
  assert.deepEqual(Object.keys(figures), names);
  assert.ok(Object.values(figures).every(({ value }) => value > 0));
});
