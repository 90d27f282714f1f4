import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { connect } from "../../src/library/connect.js";
import { SMALL } from "../support/drive.js";
import { startProduct } from "../support/product.js";

test("a screenshot that only detectors read is not written where redaction patterns are set", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const { adbPort, config, serial, folder, device } = product;
  const failures = join(folder, "failures");
  const trace = join(folder, "trace");
  await using phone = await connect({
    device: serial,
    options: {
      ...{ adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, actionTimeoutMs: 0, companion: "off" },
      ...{ failures, redact: ["Given.*name"], trace, tracePictures: "on" },
    },
  });
  /** What is kept of one failure, once all of it is written. */
  const kept = async (count: number) => {
    await phone.tap('"Nowhere"').catch(() => {});
    const find = () => {
      const name = existsSync(failures) ? readdirSync(failures).toSorted()[count] : undefined;
      const names = name === undefined ? [] : readdirSync(join(failures, name));
      return names.includes("failure.json") && names.includes("log.txt") ? names : undefined;
    };
    return await pollUntil(find, 5, AbortSignal.timeout(60_000));
  };
  const read = await kept(0);
  assert.ok(read.includes("screenshot.png"), read.join());
  device.faults.set([{ command: "uiautomator", fault: { kind: "fail", status: 1, stderr: "killed" } }]);
  for (const y of [100, 110]) await phone.tap({ x: 100, y });
  const unread = await kept(1);
  assert.ok(!unread.includes("screenshot.png"), unread.join());
  await phone.close();
  const [session = ""] = readdirSync(trace);
  const lines = readFileSync(join(trace, session, "steps.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  const states = lines.map((line) => JSON.parse(line).visual_state);
  const pictured = states.map((state) => [state["x-fovea"].source, state.screenshot_path !== ""]);
  assert.deepEqual(pictured, [
    ["uiautomator", true],
    ["vision", false],
  ]);
});
