import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceToday } from "../../../src/actions/targets/device-today.js";
import { parseTarget } from "../../../src/screen/selector.js";
import { startDirectPhone } from "../../support/direct-phone.js";
import { never } from "../../support/never.js";

test("the date is read from the device, and only where a phrase needs the date", async () => {
  await using phone = await startDirectPhone({
    app: "com.fovea.form",
    size: { width: 540, height: 1200 },
    density: 210,
  });
  const today = async (...targets: readonly string[]) =>
    await phone.time.during(deviceToday(phone.session, targets.map(parseTarget), never()));
  const { deviceTime } = await phone.observe();
  assert.ok(deviceTime);
  // The phone's zone may be a day ahead of or behind the clock that observations give.
  const date = await today("e5", "? file with yesterday's date");
  assert.match(date ?? "", /^\d{4}-\d{2}-\d{2}$/);
  assert.ok(Math.abs(Date.parse(date ?? "") - Date.parse(deviceTime)) < 2 * 86_400_000);
  assert.equal(await today("? delete on row Milk", '"today"', "1,2"), null);
});
