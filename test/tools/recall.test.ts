import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { drive } from "../support/drive.js";

const memory = mkdtempSync(join(tmpdir(), "fovea-recall-"));
after(() => rmSync(memory, { recursive: true, force: true }));

test("recall finds screens by words, by what they were called, and says how to get there and where that is known from", async () => {
  await using driven = await drive({ app: "com.android.settings", config: { memory } });
  await driven.did("observe");
  await driven.did("tap", { target: '"Sound"' });
  const sound = await driven.did("observe");
  const id = /memory: (s\w+) /.exec(sound)?.[1] ?? "";
  await driven.did("press_key", { key: "back" });
  const found = await driven.did("recall", { goal: "sound" });
  assert.match(found, new RegExp(`^${id} screen "Sound".*; fits 100 %; seen 1x; way: tap row "sound .*"$`, "m"));
  assert.equal(await driven.did("recall", { goal: "passport photos" }), "memory: nothing known fits; look around");
  await driven.did("recall", { screen: id, note: "where rings\n are chosen, code 12345678" });
  const noted = await driven.did("recall", { goal: "rings chosen" });
  assert.match(noted, /screen "Sound".*; noted "where rings are chosen, code #"/);
  const one = await driven.did("recall", { screen: /(s\w+) screen "Settings"/.exec(await driven.did("recall"))?.[1] });
  assert.match(one, /; here\n {2}row "sound .*": 1 tried, 1 with an effect, led to s\w+$/);
  assert.match(
    await driven.refused("SCREEN_UNKNOWN", "recall", { screen: "s00000000" }),
    /not the id of a known screen/,
  );
});

test("without a memory recall is not offered", async () => {
  await using driven = await drive({ app: "com.android.settings" });
  const { tools } = await driven.mcp.client.listTools();
  assert.ok(!tools.some(({ name }) => ["recall", "predict_next_actions", "go_to"].includes(name)));
});
