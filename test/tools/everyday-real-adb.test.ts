import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TOOL_GROUPS } from "../../src/base/options/choices.js";
import { EVERYDAY_USES } from "../../src/cli/docs/everyday-tools.js";
import { companionFactOn, type EverydayUse, factOn } from "../../src/cli/docs/everyday-use.js";
import { OPTIONAL_TOOLS } from "../../src/tools/tools.js";
import { type Driven, drive } from "../support/drive.js";
import { driveCompanion, HOSTS } from "../support/drive-companion.js";
import { skipWithout } from "../support/needs.js";

// Each use of an everyday tool does, behind a real adb server, what docs/tools.md says of the release.

const RELEASES = [24, 29, 33, 36] as const;
const NEEDS = { skip: skipWithout("adb") };

for (const apiLevel of RELEASES)
  test(`everyday tools run the documented commands on API ${apiLevel}, or refuse as documented`, NEEDS, async () => {
    using from = folderWithFile();
    await using driven = await drive(optionsFor(apiLevel, from.path));
    for (const use of EVERYDAY_USES) await holdToFact(driven, use, apiLevel);
    assert.deepEqual(driven.product.device.log.defects, []);
  });

for (const host of HOSTS)
  for (const apiLevel of RELEASES)
    test(`everyday tools do the same with the companion ${host} on API ${apiLevel}, or what is documented for it`, {
      ...NEEDS,
    }, async () => {
      using from = folderWithFile();
      await using driven = await driveCompanion({ host, ...optionsFor(apiLevel, from.path) });
      assert.match(await driven.did("observe"), new RegExp(`\\| a11y-${host},`));
      for (const use of EVERYDAY_USES) {
        const fact = companionFactOn(use, apiLevel, host);
        if (fact === undefined) await holdToFact(driven, use, apiLevel);
        else if ("refused" in fact) await driven.refused(fact.refused, use.tool, use.args);
        else {
          driven.asked.length = 0;
          await driven.did(use.tool, use.args);
          assert.ok(
            driven.asked.includes(fact.asks),
            `${use.tool} ${use.what}: it asked for ${driven.asked.join(", ")}`,
          );
        }
      }
      assert.deepEqual(driven.product.device.log.defects, []);
    });

test("every tool of a group has its uses documented", () => {
  const grouped = OPTIONAL_TOOLS.filter(({ group }) => group !== undefined);
  const described = EVERYDAY_USES.filter(({ group }) => group !== null);
  assert.deepEqual(
    new Set(grouped.map(({ name, group }) => `${name} ${group}`)),
    new Set(described.map(({ tool, group }) => `${tool} ${group}`)),
  );
});

function optionsFor(apiLevel: number, from: string) {
  return {
    route: "real adb",
    apiLevel,
    app: "com.fovea.form",
    config: { tools: TOOL_GROUPS, filesDirs: [from] },
    size: { width: 540, height: 1200 },
    density: 210,
  } as const;
}

function folderWithFile() {
  const path = mkdtempSync(join(tmpdir(), "fovea-from-"));
  writeFileSync(join(path, "cat.png"), "a file");
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

/** What is documented of the shell on that release: its commands are run, or the call is refused with that code. */
async function holdToFact(driven: Driven, use: EverydayUse, apiLevel: number): Promise<void> {
  const fact = factOn(use, apiLevel);
  assert.ok(fact, `${use.tool}: ${use.what}`);
  if ("refused" in fact) return void (await driven.refused(fact.refused, use.tool, use.args));
  if (use.first !== undefined) await driven.did(use.tool, use.first);
  const { log } = driven.product.device;
  log.clear();
  await driven.did(use.tool, use.args);
  const ran = log.processes.flatMap(({ programs }) => programs.map((argv) => argv.join(" ")));
  for (const line of fact.runs)
    assert.ok(
      ran.some((one) => one.includes(line)),
      `${use.tool} ${use.what}: ${line} in:\n${ran.join("\n")}`,
    );
}
