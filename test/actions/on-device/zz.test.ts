import { test } from "node:test";
import { driveHalf } from "../../support/drive-half.js";
import { never } from "../../support/never.js";
test("x", async () => {
  await using driven = await driveHalf({ host: "shell", app: "com.fovea.gestures" });
  const session = await driven.product.session();
  const half = await session.onDevice.live(never());
  console.log(JSON.stringify("reason" in half ? half : "live"));
});
