import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../src/library/connect.js";
import { SMALL } from "../support/drive.js";
import { type Product, startProduct } from "../support/product.js";

async function connectTo({ adbPort, config, serial }: Product) {
  const options = { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, actionTimeoutMs: 0, companion: "off" };
  return await connect({ device: serial, options });
}

test("a program changes device settings, and closing its connection restores them", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.dialogs" });
  const phone = await connectTo(product);
  const { device, apps } = phone;
  const turned = await device.turn("landscape");
  assert.deepEqual(turned.changes.at(-1), { state: "setting system/user_rotation", before: "0", after: "1" });
  assert.equal(turned.screen?.size?.width, 1200);
  await device.display({ fontPercent: 130, dark: true });
  await device.putSetting("system/screen_brightness", "200");
  assert.equal(await device.setting("system/screen_brightness"), "200");
  const owner = "com.fovea.dialogs";
  const { permissions } = await apps.changePermissions(owner, { grant: ["camera"] });
  assert.equal(permissions.find(({ name }) => name.endsWith("CAMERA"))?.isGranted, true);
  assert.equal((await apps.permissions(owner)).length, permissions.length);
  await phone.close();
  const { display, settings } = product.phone.state();
  assert.equal(display.rotation, 0);
  assert.deepEqual([settings.system.get("font_scale"), settings.secure.get("ui_night_mode")], ["1.0", "1"]);
  assert.equal(settings.system.get("screen_brightness"), "102");
});

test("a program reads logs and crashes, and is refused the clipboard where no companion runs", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.dialogs" });
  await using phone = await connectTo(product);
  product.phone.log({ pid: 7, level: "W", tag: "Net", message: "slow" });
  product.phone.hooks.tap("Crash");
  const lines = await phone.device.logs({ seconds: 80_000, level: "warning", pattern: "^Net" });
  assert.deepEqual(
    lines.map(({ pid, tag, message }) => [pid, tag, message]),
    [[7, "Net", "slow"]],
  );
  const [crash] = await phone.device.crashes();
  assert.deepEqual([crash?.kind, crash?.package, crash?.stack.length], ["crash", "com.fovea.dialogs", 2]);
  await assert.rejects(phone.device.clipboard(), { code: "UNSUPPORTED_ON_DEVICE" });
  await assert.rejects(phone.device.setting("secure/android_id"), { code: "SETTING_NOT_ALLOWED" });
});
