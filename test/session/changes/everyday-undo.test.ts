import assert from "node:assert/strict";
import { test } from "node:test";
import { TOOL_GROUPS } from "../../../src/base/options/choices.js";
import { EVERYDAY_USES } from "../../../src/cli/docs/everyday-tools.js";
import { RESTORED } from "../../../src/cli/docs/everyday-use.js";
import type { Driven } from "../../support/drive.js";
import { driveEmulator } from "../../support/drive-emulator.js";
import { runOnPhone } from "../../support/run-on-phone.js";

const APP = "com.fovea.form";

/** What other programs of the device say of all that the tools change for a while. */
const PROBES = [
  "settings list system",
  "settings list secure",
  "settings list global",
  "wm size",
  "wm density",
  "getprop persist.sys.timezone",
  "cmd uimode night",
  `cmd locale get-app-locales ${APP} --user 0`,
  "dumpsys location",
  "dumpsys wifi",
  "dumpsys connectivity",
  "ls /data/local/tmp",
  "ps -A -o NAME",
] as const;

const UNDONE = EVERYDAY_USES.filter(
  ({ undo, args }) =>
    undo === RESTORED || (undo.startsWith("the recording ends with the server") && args["action"] === "start"),
);

for (const { tool, what, args } of UNDONE)
  test(`at the end of a session the device is as before: ${tool}, ${what}`, async () => {
    let releases = 0;
    for (const apiLevel of [24, 29, 33, 36]) {
      await using driven = await driveEmulator(undefined, { app: APP, apiLevel, config: { tools: TOOL_GROUPS } });
      const { gps } = driven.phone.managers;
      gps.put({ latitude: 5, longitude: 6 });
      gps.listen(APP);
      // As on a phone with a SIM card; `svc data enable` writes it.
      await runOnPhone(driven.product.device, "settings put global mobile_data 1");
      const before = await probed(driven);
      const { text } = await driven.mcp.call(tool, args);
      if (/^UNSUPPORTED_ON_DEVICE: /.test(text)) continue;
      releases += 1;
      assert.notDeepEqual(await probed(driven), before, `API ${apiLevel}: it changes nothing: ${text}`);
      await driven.product.sessions.changes[Symbol.asyncDispose]();
      assert.deepEqual(await probed(driven), before, `API ${apiLevel}`);
    }
    assert.ok(releases > 0, "at least one release supports it");
  });

test("every use that docs/tools.md calls restored is tested here", () => {
  assert.ok(UNDONE.length >= 12, `${UNDONE.length}`);
});

async function probed({ product, phone }: Driven): Promise<readonly string[]> {
  const said: string[] = [JSON.stringify(phone.managers.link)];
  for (const command of PROBES) {
    const { stdout } = await runOnPhone(product.device, command);
    said.push(`${command}:\n${stdout.replaceAll(/\d+ms|(?:et|time)=\S+/g, "")}`);
  }
  return said;
}
