import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../../support/drive.js";
import { runOnPhone } from "../../support/run-on-phone.js";

test("the files tool refuses folders of another user in front by name, and does not read the owner's folders instead", async () => {
  await using driven = await drive({ config: { tools: ["files"] } });
  const run = async (command: string) => (await runOnPhone(driven.product.device, command)).stdout.trim();
  await run("echo mine > /sdcard/Download/mine.txt");
  await run("pm create-user Guest");
  await run("am switch-user 10");
  for (const args of [
    { list: "/sdcard/Download" },
    { pull: "/sdcard/Download/mine.txt" },
    { pull: "/storage/self/primary/Download/mine.txt" },
    { pull: "/sdcard/Download/none.txt" },
    { scan: "/storage/emulated/0/Download/mine.txt" },
  ]) {
    const text = await driven.refused("UNSUPPORTED_ON_DEVICE", "files", args);
    assert.match(text, /is in the storage of user 0 of FOVEA\w+, and user 10 is in front$/m);
  }
  await driven.did("files", { list: "/data/local/tmp" });
  await run("am switch-user 0");
  assert.match(await driven.did("files", { list: "/sdcard/Download" }), /^file "mine\.txt"/m);
});

for (const apiLevel of [29, 30, 36]) {
  const is = apiLevel < 30 ? "read" : "refused by name";
  test(`the storage of another user in front is ${is}, depending on whether the shell can reach all users (API ${apiLevel})`, async () => {
    await using driven = await drive({ apiLevel, config: { tools: ["files"] } });
    const run = async (command: string) => (await runOnPhone(driven.product.device, command)).stdout.trim();
    await run("pm create-user Guest");
    await run("mkdir -p /storage/emulated/10/Download; echo mine > /storage/emulated/10/Download/mine.txt");
    await run("am switch-user 10");
    const args = { list: "/storage/emulated/10/Download" };
    if (apiLevel < 30) {
      assert.match(await driven.did("files", args), /^file "mine\.txt"/m);
      return;
    }
    const text = await driven.refused("UNSUPPORTED_ON_DEVICE", "files", args);
    assert.match(text, /is in the storage of user 10 of FOVEA\w+, which adb does not reach from Android 11 on$/m);
  });
}

const FORM = "com.fovea.form";

for (const apiLevel of [24, 29, 33, 36]) {
  test(`tools refuse apps and files that another user in front does not have, and leave the owner's alone (API ${apiLevel})`, async () => {
    await using driven = await drive({ app: FORM, apiLevel });
    const { phone } = driven;
    const run = async (command: string) => (await runOnPhone(driven.product.device, command)).stdout.trim();
    assert.equal(await run("pm create-user Guest"), "Success: created user id 10");
    await run("am switch-user 10");
    assert.equal(await run("am get-current-user"), "10");
    assert.match(await driven.did("observe"), /launcher/);

    assert.doesNotMatch(await driven.did("list_apps"), /fovea/);
    for (const [tool, args] of [
      ["close_app", { package: FORM }],
      ["open_app", { package: FORM }],
      ["open_app", { package: FORM, activity: ".Form" }],
    ] as const) {
      const said = await driven.mcp.call(tool, args);
      assert.match(said.text, /^APP_NOT_(?:FOUND|LAUNCHED): /, tool);
    }
    const runs = () => phone.state().processes.some(({ packageName }) => packageName === FORM);
    assert.ok(runs());
    assert.match(await driven.did("open_app", { package: "com.android.settings" }), /settings/);
    await driven.did("close_app", { package: "com.android.settings" });
    // Without a user `am` would stop it for all users.
    const ran = driven.product.device.log.processes.flatMap(({ programs }) => programs.map((argv) => argv.join(" ")));
    assert.ok(ran.some((line) => line.includes("am force-stop --user current com.android.settings")));

    await run("am switch-user 0");
    assert.match(await driven.did("list_apps"), /com\.fovea\.form/);
    await driven.did("close_app", { package: FORM });
    assert.ok(!runs());
  });
}
