import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { type OpenFovea, playPhone, recordPhone, scratchFolder } from "../support/device-recording.js";
import { needsPrograms } from "../support/needs.js";

const adb = needsPrograms("adb");
const SECRET = "hunter2-swordfish";

/**
 * One use of the form: taps, typing, a password, a scroll, another app, and back. Gives what was seen in each state.
 */
async function useForm(
  fovea: OpenFovea,
): Promise<{ readonly seen: readonly unknown[]; readonly said: readonly string[] }> {
  const seen: unknown[] = [await fovea.look()];
  const said: string[] = [];
  const steps = [
    ["tap", { target: 'field "name@example.com"' }],
    ["type_text", { text: "name@example.org" }],
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

/** Without the hash of a picture in which a password field is, or just was, painted over. */
function unpainted(seen: readonly unknown[], index: number): unknown {
  const texts = [index - 2, index - 1, index].map((at) => JSON.stringify(seen[at]) ?? "");
  const text = texts[2] ?? "";
  if (!texts.some((one) => one.includes('"password":true'))) return JSON.parse(text);
  return JSON.parse(text.replace(/"sha256":"[0-9a-f]{64}"/g, '"sha256":"painted"'));
}

adb.test(
  "a recording through a real adb server gives the same observations, behind adb and behind Fovea's own server",
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
      for (const index of before.seen.keys()) {
        assert.deepEqual(unpainted(after.seen, index), unpainted(before.seen, index), `after act ${index}`);
      }
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
  test(`a phone of API ${apiLevel} with ${app} is played back as it was recorded`, async () => {
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
    assert.deepEqual(after.said, before.said);
    for (const index of before.seen.keys()) {
      assert.deepEqual(unpainted(after.seen, index), unpainted(before.seen, index), `after act ${index}`);
    }
  });
}

test("a companion that was not trusted while recording is not trusted when it is played, and both report it", async () => {
  using folder = scratchFolder();
  const options = { folder: folder.path, through: "in process", app: "com.fovea.form", onDevice: "enabled" } as const;
  const look = async (fovea: OpenFovea) => [await fovea.look()];
  const before = await recordPhone(options, look);
  assert.match(JSON.stringify(before), /base\.apk cannot be read/);
  const after = await playPhone({ folder: folder.path, through: "in process", config: {} }, look);
  assert.deepEqual(unpainted(after, 0), unpainted(before, 0));
});

/** Everything in the folder, blobs unpacked. */
function allText(folder: string): string {
  const blobs = readdirSync(join(folder, "blobs")).map((name) => gunzipSync(readFileSync(join(folder, "blobs", name))));
  const files = ["manifest.json", "exchanges.jsonl"].map((name) => readFileSync(join(folder, name)));
  return Buffer.concat([...files, ...blobs]).toString("latin1");
}
