import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../src/library/connect.js";
import { SMALL } from "../support/drive.js";
import { startProduct } from "../support/product.js";

test("debug reports the last calls: inputs, results, timings, screens, and the reasons of each result", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const { adbPort, config, serial } = product;
  const options = { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, companion: "off", actionTimeoutMs: 0 };
  await using phone = await connect({ device: serial, options });
  await phone.observe();
  await phone.tap("id/terms");
  await assert.rejects(phone.tap('"Nothing"'));
  const { calls, screens, screenshot } = await phone.debug();
  assert.deepEqual(
    calls.map(({ tool, error }) => [tool, error?.code ?? null]),
    [
      ["observe", null],
      ["tap", null],
      ["tap", "ELEMENT_NOT_FOUND"],
    ],
  );
  const [, tapped] = calls;
  assert.ok(tapped?.visualState);
  assert.deepEqual(tapped.inputs, { target: "id/terms" });
  assert.match(tapped.decision.join("\n"), /^tapped e\d+ checkbox.*\n(?:.*\n)*changed: /);
  assert.ok(tapped.durationMs > 0 && Date.parse(tapped.startedAt) > 0);
  assert.ok((tapped.visualState.parts["hierarchy"]?.durationMs ?? -1) >= 0);
  assert.ok((tapped.visualState.cost["adbStreams"] ?? 0) > 0);
  assert.ok(screens.length >= 2 && screens.at(-1)?.elements.some(({ checked }) => checked === true));
  assert.ok((screenshot?.png.length ?? 0) > 1_000);
});
