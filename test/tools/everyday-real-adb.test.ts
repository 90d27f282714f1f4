import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TOOL_GROUPS } from "../../src/base/options/choices.js";
import { EVERYDAY_USES } from "../../src/cli/docs/everyday-tools.js";
import { factOn } from "../../src/cli/docs/everyday-use.js";
import { OPTIONAL_TOOLS } from "../../src/tools/tools.js";
import { drive } from "../support/drive.js";
import { skipWithout } from "../support/needs.js";

// Each use of a tool of a group does, behind a real adb server, what docs/tools.md says of the release.

for (const apiLevel of [24, 29, 33, 36])
  test(`tools of groups run the documented commands on API ${apiLevel}, or refuse as documented`, {
    skip: skipWithout("adb"),
  }, async () => {
    const from = mkdtempSync(join(tmpdir(), "fovea-from-"));
    writeFileSync(join(from, "cat.png"), "a file");
    const config = { tools: TOOL_GROUPS, filesDirs: [from] };
    await using driven = await drive({ route: "real adb", apiLevel, app: "com.fovea.form", config });
    for (const use of EVERYDAY_USES) {
      const fact = factOn(use, apiLevel);
      assert.ok(fact, `${use.tool}: ${use.what}`);
      driven.product.device.log.clear();
      if ("refused" in fact) await driven.refused(fact.refused, use.tool, use.args);
      else {
        await driven.did(use.tool, use.args);
        const ran = driven.product.device.log.processes.flatMap(({ programs }) =>
          programs.map((argv) => argv.join(" ")),
        );
        for (const line of fact.runs)
          assert.ok(
            ran.some((one) => one.includes(line)),
            `${line} in:\n${ran.join("\n")}`,
          );
      }
    }
    assert.deepEqual(driven.product.device.log.defects, []);
    rmSync(from, { recursive: true });
  });

test("every tool of a group is described", () => {
  const grouped = OPTIONAL_TOOLS.filter(({ group }) => group !== undefined);
  const described = new Set(EVERYDAY_USES.map(({ tool, group }) => `${tool} ${group}`));
  assert.deepEqual(new Set(grouped.map(({ name, group }) => `${name} ${group}`)), described);
});
