import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { drive } from "../support/drive.js";

const memory = mkdtempSync(join(tmpdir(), "fovea-recall-"));
after(() => rmSync(memory, { recursive: true, force: true }));

test("recall finds screens by text and by their earlier names, with the path there and its source", async () => {
  await using driven = await drive({ app: "com.android.settings", config: { memory } });
  await driven.did("observe");
  await driven.did("tap", { target: '"Sound"' });
  const sound = await driven.did("observe");
  const id = /memory: (s\w+) /.exec(sound)?.[1] ?? "";
  await driven.did("press_key", { key: "back" });
  const found = await driven.did("recall", { goal: "sound" });
  assert.match(found, new RegExp(`^${id} screen "Sound".*; fits 100 %; seen 1x; way: tap row "sound .*"$`, "m"));
  assert.equal(
    await driven.did("recall", { goal: "passport photos" }),
    "memory: no known screen fits; explore the app",
  );
  await driven.did("recall", { screen: id, note: "where rings\n are chosen, code 12345678" });
  const noted = await driven.did("recall", { goal: "rings chosen" });
  assert.match(noted, /screen "Sound".*; noted "where rings are chosen, code #"/);
  const one = await driven.did("recall", { screen: /(s\w+) screen "Settings"/.exec(await driven.did("recall"))?.[1] });
  assert.match(one, /; here\n {2}row "sound .*": 1 tried, 1 with an effect, led to s\w+$/);
  assert.match(
    await driven.refused("SCREEN_UNKNOWN", "recall", { screen: "s00000000" }),
    /not the id of a known screen/,
  );
  const before = await driven.did("recall", { goal: "rings chosen" });
  assert.match(
    await driven.refused("SCREEN_UNKNOWN", "recall", { screen: "s00000000", note: "nowhere to be found" }),
    /not the id of a known screen/,
  );
  assert.equal(await driven.did("recall", { goal: "rings chosen" }), before);
});

test("a note without a known screen is refused, and nothing is written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-recall-"));
  try {
    await using driven = await drive({ app: "com.android.settings", config: { memory: folder } });
    const said = await driven.refused("SCREEN_UNKNOWN", "recall", { note: "where the phone begins" });
    assert.match(said, /observe first, or name the screen of the note/);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    for (const { parentPath, name } of files)
      assert.doesNotMatch(readFileSync(join(parentPath, name), "utf8"), /where the phone begins/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("recall first reports damaged lines of the memory that were left out", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-recall-"));
  try {
    {
      await using driven = await drive({ app: "com.android.settings", config: { memory: folder } });
      await driven.did("observe");
      await driven.did("tap", { target: '"Sound"' });
      await driven.did("observe");
    }
    const [name = ""] = readdirSync(join(folder, "runs"));
    const file = join(folder, "runs", name);
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, [...lines.slice(0, 2), '{"at":', ...lines.slice(2)].join("\n"));
    await using driven = await drive({ app: "com.android.settings", config: { memory: folder } });
    await driven.did("observe");
    const said = await driven.did("recall", { goal: "sound" });
    assert.match(said, /^! the memory is incomplete: 1 line of its runs is damaged and left out\n/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("without a memory recall is not listed", async () => {
  await using driven = await drive({ app: "com.android.settings" });
  const { tools } = await driven.mcp.client.listTools();
  assert.ok(!tools.some(({ name }) => ["recall", "predict_next_actions", "go_to"].includes(name)));
});
