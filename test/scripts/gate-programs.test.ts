import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** What every Debian has, or comes with another one. */
const THERE: ReadonlySet<string> = new Set(["bash", "sh", "openssl", "java"]);

test("the gate installs every program without which a test would be skipped", () => {
  const gate = readFileSync(".ci/run", "utf8");
  const installed = new Set(gate.split(/[\s;]+/).map((word) => word.split(":")[0] ?? ""));
  const needed = readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .flatMap((name) => programsIn(readFileSync(join("test", name), "utf8")));
  const missing = new Set(needed.filter((one) => !THERE.has(one) && !installed.has(one)));
  assert.ok(new Set(needed).size >= 8, "the calls are found");
  assert.deepEqual([...missing], []);
});

function programsIn(text: string): readonly string[] {
  const calls = text.match(/\b(?:skipWithout|needsPrograms)\(("[^()]{0,100})\)/g) ?? [];
  return calls.flatMap((call) => [...call.matchAll(/"([\w-]{1,30})"/g)].map(([, name = ""]) => name));
}
