import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { drive, Findings } from "../support/farm/drive.js";
import { phoneName } from "../support/farm/farm-app.js";
import { startFarm } from "../support/farm/start-farm.js";
import { connectHttp, startHttp } from "../support/http-link.js";

const PHONES = 8;
const CLIENTS = 4;
const CALLS = 56;
/** Longer than a phone is out of the list by itself; no test waits for it. */
const LONG_MS = 600_000;

test("clients that use eight phones at once never get an answer, an image or a touch of another phone", async () => {
  await using farm = await startFarm(PHONES, LONG_MS);
  await using http = await startHttp(farm);
  const found = new Findings();
  const mayGoOn = () => found.calls < CALLS;
  const clients = Array.from({ length: CLIENTS }, async (_, at) => {
    await using mcp = await connectHttp(http, at % 2 === 0 ? "modern" : "legacy");
    await drive({ mcp, phones: farm.phones, first: at * 2 }, found, mayGoOn);
  });
  await Promise.all(clients);
  assert.deepEqual(found.wrong, []);
  // On a machine that is busy enough, eight phones in one process let deadlines pass.
  assert.deepEqual(
    found.failed.filter((words) => !words.includes("TIMEOUT")),
    [],
  );
  assert.ok(found.times.has("refused tap"), "the test used refs of other phones");
  assert.ok(found.times.has("observe with image"), "the test requested screenshots");
  for (const { phone, app } of farm.phones) {
    const reported = found.taps.get(phone) ?? 0;
    const mayBe = reported + (found.unsure.get(phone) ?? 0);
    const words = `${phoneName(phone)} was touched ${app.taps} times; its answers report ${reported} to ${mayBe} touches`;
    assert.ok(app.taps >= reported && app.taps <= mayBe, words);
  }
});

test("data of a disconnected phone is released after a while, and data of connected phones is kept", async () => {
  await using farm = await startFarm(3, 50);
  const [stays, ...leave] = farm.phones;
  assert.ok(stays);
  await using http = await startHttp(farm);
  await using mcp = await connectHttp(http);
  const texts = new Map<string, string>();
  for (const { serial } of farm.phones) texts.set(serial, (await mcp.call("observe", { device: serial })).text);
  const [, ref = ""] = /(e\d+) button "Count on /.exec(texts.get(stays.serial) ?? "") ?? [];
  for (const { device } of leave) device.unplug();
  const kept = () => farm.sessions.all().map(({ device }) => device.serial);
  await pollUntil(() => kept().length === 1 || undefined, 5, AbortSignal.timeout(60_000));
  assert.deepEqual(kept(), [stays.serial]);
  const { text, isError } = await mcp.call("tap", { device: stays.serial, target: ref });
  assert.equal(isError, false, text);

  const [back] = leave;
  assert.ok(back);
  back.device.plug();
  const again = await pollUntil(
    async () => {
      const reply = await mcp.call("observe", { device: back.serial });
      return reply.isError ? undefined : reply.text;
    },
    20,
    AbortSignal.timeout(60_000),
  );
  const refsOf = (outline: string) => new Set(outline.match(/\be\d+\b/g));
  const before = refsOf(texts.get(back.serial) ?? "");
  assert.deepEqual(
    [...refsOf(again)].filter((one) => before.has(one)),
    [],
    "a phone whose data were released has new refs",
  );
});

test("a phone that was disconnected for a moment keeps its refs", async () => {
  await using farm = await startFarm(1, LONG_MS);
  const [only] = farm.phones;
  assert.ok(only);
  await using http = await startHttp(farm);
  await using mcp = await connectHttp(http);
  const buttonOf = async () => {
    const { text } = await mcp.call("observe", { device: only.serial });
    return /(e\d+) button "Count on /.exec(text)?.[1];
  };
  const before = await buttonOf();
  assert.ok(before);
  only.device.unplug();
  const gone = await mcp.call("observe", { device: only.serial });
  assert.ok(gone.isError && gone.text.startsWith("DEVICE_NOT_FOUND: "), gone.text);
  only.device.plug();
  assert.equal(await pollUntil(buttonOf, 20, AbortSignal.timeout(60_000)), before);
});
