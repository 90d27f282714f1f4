import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { needsPrograms } from "../support/needs.js";
import { type OpenFovea, playPhone, recordPhone, scratchFolder } from "../support/phone-file.js";

const adb = needsPrograms("adb");
const SECRET = "hunter2-swordfish";

/** One use of the form: taps, typing, a password, a scroll, another app, and back. Gives what was seen in each state. */
async function useForm(
  fovea: OpenFovea,
): Promise<{ readonly seen: readonly unknown[]; readonly said: readonly string[] }> {
  const seen: unknown[] = [await fovea.look()];
  const said: string[] = [];
  const steps = [
    ["tap", { target: 'field "name@example.com"' }],
    ["type_text", { text: "bob@example.org" }],
    ["type_text", { text: SECRET, target: "field password" }],
    ["swipe", { direction: "up" }],
    ["open_app", { package: "com.android.settings" }],
    ["swipe", { direction: "up" }],
    ["press_key", { key: "back" }],
  ] as const;
  for (const [tool, args] of steps) {
    const [first = ""] = (await fovea.call(tool, args)).split("\n");
    said.push(first);
    seen.push(await fovea.look());
  }
  return { seen, said };
}

/** Refs count on between runs, and a password's length may be redacted. */
function plain(said: readonly string[]): readonly string[] {
  return said.map((line) => line.replace(/\be\d+\b/g, "e"));
}

adb.test(
  "what was recorded through a real adb server gives the same observations, played behind one or behind our own",
  async () => {
    using folder = scratchFolder();
    const before = await recordPhone({ folder: folder.path, through: "real adb", app: "com.fovea.form" }, useForm);
    const screens = new Set(before.seen.map((one) => JSON.stringify(one)));
    assert.equal(screens.size >= 6, true, `${screens.size} screens differ`);
    assert.doesNotMatch(allText(folder.path), new RegExp(SECRET), "no file of the recording holds the password");
    for (const through of ["in process", "real adb"] as const) {
      const after = await playPhone({ folder: folder.path, through }, async (fovea) => {
        const used = await useForm(fovea);
        const over = await fovea.call("tap", { target: "50%,50%" });
        assert.match(over, /NOT_RECORDED: the recording ends before this act/);
        return used;
      });
      assert.deepEqual(plain(after.said), plain(before.said));
      for (const [index, one] of before.seen.entries()) assert.deepEqual(after.seen[index], one, `after act ${index}`);
    }
  },
);

type Step = readonly [tool: string, args: Readonly<Record<string, unknown>>];

const USES: readonly { readonly apiLevel: number; readonly app: string; readonly steps: readonly Step[] }[] = [
  {
    apiLevel: 24,
    app: "com.fovea.messages",
    steps: [
      ["swipe", { direction: "up" }],
      ["press_key", { key: "home" }],
      ["open_app", { package: "com.android.settings" }],
    ],
  },
  {
    apiLevel: 28,
    app: "com.android.settings",
    steps: [
      ["swipe", { direction: "up" }],
      ["swipe", { direction: "down" }],
      ["open_app", { package: "com.fovea.form" }],
      ["tap", { target: 'checkbox "I agree to the terms"' }],
      ["close_app", { package: "com.fovea.form" }],
    ],
  },
  {
    apiLevel: 36,
    app: "com.fovea.world",
    steps: [
      ["swipe", { direction: "up" }],
      ["open_url", { url: "https://example.org/" }],
      ["press_key", { key: "back" }],
    ],
  },
];

for (const { apiLevel, app, steps } of USES) {
  test(`a phone of API ${apiLevel} with ${app} is played as it was`, async () => {
    using folder = scratchFolder();
    const use = async (fovea: OpenFovea) => {
      const seen = [await fovea.look()];
      const said: string[] = [];
      for (const [tool, args] of steps) {
        said.push((await fovea.call(tool, args)).split("\n")[0] ?? "");
        seen.push(await fovea.look());
      }
      return { seen, said: plain(said) };
    };
    const before = await recordPhone({ folder: folder.path, through: "in process", app, apiLevel }, use);
    const after = await playPhone({ folder: folder.path, through: "in process" }, use);
    assert.deepEqual(after, before);
  });
}

test("a phone with an on-device half is recorded without it, so that it can be played", async () => {
  using folder = scratchFolder();
  const options = { folder: folder.path, through: "in process", app: "com.fovea.form", onDevice: "enabled" } as const;
  const look = async (fovea: OpenFovea) => await fovea.look();
  const before = await recordPhone(options, look);
  assert.deepEqual(await playPhone({ folder: folder.path, through: "in process" }, look), before);
  assert.doesNotMatch(allText(folder.path), /"service":"localabstract:/);
});

test("a half that was named is used while recording; what it said is not in the recording, which says so", async () => {
  using folder = scratchFolder();
  const config = { hierarchySource: "service" } as const;
  const options = {
    folder: folder.path,
    through: "in process",
    app: "com.fovea.form",
    onDevice: "enabled",
    config,
  } as const;
  await recordPhone(options, async (fovea) => await fovea.call("observe"));
  assert.match(allText(folder.path), /"service":"localabstract:[^"]*".*"end":"left_out"/);
  const outline = await playPhone({ folder: folder.path, through: "in process" }, (fovea) => fovea.call("observe"));
  assert.match(outline, /HIERARCHY_UNAVAILABLE/);
});

/** Everything in the folder, blobs unpacked. */
function allText(folder: string): string {
  const blobs = readdirSync(join(folder, "blobs")).map((name) => gunzipSync(readFileSync(join(folder, "blobs", name))));
  const files = ["manifest.json", "exchanges.jsonl"].map((name) => readFileSync(join(folder, name)));
  return Buffer.concat([...files, ...blobs]).toString("latin1");
}
