import assert from "node:assert/strict";
import { test } from "node:test";
import { driveCompanion } from "../support/drive-companion.js";
import { EVERY_CALL } from "../support/every-call.js";
import { skipWithout } from "../support/needs.js";

test("every tool behaves behind a real adb server as it does in process", {
  skip: skipWithout("adb"),
}, async () => {
  await using driven = await driveCompanion({ route: "real adb", size: { width: 1080, height: 2400 }, density: 420 });
  for (const [tool, args, said] of EVERY_CALL) assert.match(await driven.did(tool, args), said);
  assert.ok(!driven.phone.state().processes.some(({ packageName }) => packageName === "com.fovea.browser"));
  assert.deepEqual(driven.product.device.log.defects, []);
});
