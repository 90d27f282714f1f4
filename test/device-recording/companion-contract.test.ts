import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { type OpenFovea, playPhone, recordPhone, scratchFolder } from "../support/device-recording.js";
import { needsPrograms } from "../support/needs.js";

const adb = needsPrograms("adb");
const SECRET = "hunter2-swordfish";

/** One use of the form, by the companion: what was seen in each state, and what was said of each act. */
async function useForm(fovea: OpenFovea) {
  const seen: unknown[] = [await fovea.look()];
  const said: string[] = [];
  const steps = [
    ["tap", { target: 'field "name@example.com"' }],
    ["type_text", { text: "name@example.org" }],
    ["type_text", { text: SECRET, target: "field password" }],
    ["swipe", { direction: "up" }],
    ["press_key", { key: "home" }],
  ] as const;
  for (const [tool, args] of steps) {
    const [first = ""] = (await fovea.call(tool, args)).split("\n");
    said.push(first.replace(/\be\d+\b/g, "e"));
    seen.push(await fovea.look());
  }
  return { seen, said };
}

/** Without the hashes of pictures in which a password field is painted over. */
function unpainted(seen: readonly unknown[], index: number): unknown {
  const texts = [index - 2, index - 1, index].map((at) => JSON.stringify(seen[at]) ?? "");
  const text = texts[2] ?? "";
  const isPainted = texts.some((one) => one.includes('"password":true'));
  return JSON.parse(isPainted ? text.replace(/"sha256":"[0-9a-f]{64}"/g, '"sha256":"painted"') : text);
}

const USES = [
  { what: "the service, found automatically", source: "auto", sourceName: "a11y-service", setUp: true },
  { what: "the service, named in an option", source: "service", sourceName: "a11y-service", setUp: true },
  { what: "the companion shell", source: "shell", sourceName: "a11y-shell", setUp: false },
] as const;

for (const { what, source, sourceName, setUp } of USES) {
  adb.test(
    `a phone with ${what} is recorded through a real adb server with its companion, and played back the same`,
    async () => {
      using folder = scratchFolder();
      using state = scratchFolder();
      const config = { hierarchySource: source, companion: source === "shell" ? "shell" : "service" } as const;
      const recorded = {
        folder: folder.path,
        through: "real adb",
        app: "com.fovea.form",
        apiLevel: 34,
        setUp,
      } as const;
      const before = await recordPhone({ ...recorded, config: { ...config, stateDir: state.path } }, useForm);
      assert.equal(JSON.stringify(before.seen[0]).includes(`"${sourceName}"`), true, "the companion is the source");
      assert.equal(new Set(before.seen.map((one) => JSON.stringify(one))).size >= 5, true, "the screens differ");
      assert.doesNotMatch(allText(folder.path), new RegExp(SECRET), "no file of the recording holds the password");
      for (const through of ["in process", "real adb"] as const) {
        using elsewhere = scratchFolder(); // another host, with another key
        const played = { folder: folder.path, through, config: { ...config, stateDir: elsewhere.path } };
        const after = await playPhone(played, async (fovea) => {
          const used = await useForm(fovea);
          assert.match(
            await fovea.call("tap", { target: "50%,50%" }),
            /NOT_RECORDED: the recording ends before this act/,
          );
          return used;
        });
        assert.deepEqual(after.said, before.said);
        for (const index of before.seen.keys()) {
          assert.deepEqual(unpainted(after.seen, index), unpainted(before.seen, index), `after act ${index}`);
        }
      }
    },
  );
}

const OTHERS = [
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
      ["open_app", { package: "com.fovea.form" }],
      ["tap", { target: 'checkbox "I agree to the terms"' }],
      ["tap", { target: 'field "name@example.com"', hold_ms: 800 }],
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
] as const;

for (const { apiLevel, app, steps } of OTHERS) {
  test(`a phone of API ${apiLevel} with ${app} and the service is played back as it was recorded`, async () => {
    using folder = scratchFolder();
    using state = scratchFolder();
    using elsewhere = scratchFolder();
    const use = async (fovea: OpenFovea) => {
      const seen = [await fovea.look()];
      const said: string[] = [];
      for (const [tool, args] of steps) {
        said.push(((await fovea.call(tool, args)).split("\n")[0] ?? "").replace(/\be\d+\b/g, "e"));
        await fovea.call("screenshot");
        seen.push(await fovea.look());
      }
      return { seen, said };
    };
    const phone = { folder: folder.path, through: "in process", app, apiLevel, setUp: true } as const;
    const before = await recordPhone({ ...phone, config: { stateDir: state.path } }, use);
    assert.match(JSON.stringify(before.seen[0]), /"a11y-service/);
    const config = { stateDir: elsewhere.path };
    const after = await playPhone({ folder: folder.path, through: "in process", config }, use);
    assert.deepEqual(after.said, before.said);
    for (const index of before.seen.keys()) {
      assert.deepEqual(unpainted(after.seen, index), unpainted(before.seen, index), `after act ${index}`);
    }
  });
}

for (const pace of ["fast", "recorded"] as const) {
  test(`a change that the phone made by itself while Fovea waited is played back, at the pace "${pace}"`, async () => {
    using folder = scratchFolder();
    using state = scratchFolder();
    using elsewhere = scratchFolder();
    const wait = async (fovea: OpenFovea, begin: () => void) => {
      const before = await fovea.look();
      begin();
      const [said = ""] = (await fovea.call("wait_for", { condition: "keyboard", timeout_ms: 20_000 })).split("\n");
      return { before, said: said.replace(/\b\d+(?:\.\d+)? m?s\b/, "a while"), after: await fovea.look() };
    };
    const through = "in process";
    const recorded = { folder: folder.path, through, app: "com.fovea.form", apiLevel: 34, setUp: true } as const;
    const first = await recordPhone({ ...recorded, config: { stateDir: state.path } }, async (fovea, phone) => {
      return await wait(fovea, () => phone.hooks.after(8_000, () => phone.hooks.tap("Given and family name")));
    });
    const config = { stateDir: elsewhere.path };
    const second = await playPhone({ folder: folder.path, through, pace, config }, async (fovea) => {
      return await wait(fovea, () => {});
    });
    assert.equal(first.said, "true after a while");
    assert.deepEqual(second, first);
  });
}

test("several recorded runs, each with its own companion shell, are played back in one run", async () => {
  using folder = scratchFolder();
  const config = { hierarchySource: "shell", companion: "shell" } as const;
  const through = "in process";
  const look = async (fovea: OpenFovea) => [await fovea.look()];
  const tap = async (fovea: OpenFovea) => {
    await fovea.call("tap", { target: 'checkbox "I agree to the terms"' });
    return [await fovea.look()];
  };
  const phone = { folder: folder.path, through, app: "com.fovea.form", apiLevel: 34, config } as const;
  const before = await recordPhone(phone, async (fovea) => [...(await look(fovea)), ...(await tap(fovea))]);
  await recordPhone(phone, look);
  const after = await playPhone({ folder: folder.path, through, config }, async (fovea) => {
    return [...(await look(fovea)), ...(await tap(fovea))];
  });
  assert.deepEqual(
    [0, 1].map((at) => unpainted(after, at)),
    [0, 1].map((at) => unpainted(before, at)),
  );
});

/** Everything in the folder, blobs unpacked. */
function allText(folder: string): string {
  const blobs = readdirSync(join(folder, "blobs")).map((name) => gunzipSync(readFileSync(join(folder, "blobs", name))));
  const files = ["manifest.json", "exchanges.jsonl"].map((name) => readFileSync(join(folder, name)));
  return Buffer.concat([...files, ...blobs]).toString("latin1");
}
