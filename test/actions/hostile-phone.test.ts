import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "../../packages/virtual-android/src/random.js";
import { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { tap } from "../../src/actions/verbs/tap.js";
import { runShell, SHELL_LIMITS } from "../../src/devices/shell.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_ALL } from "../../src/observe/observe-request.js";
import { parseTarget } from "../../src/screen/selector.js";
import { directDevice } from "../support/direct-phone.js";
import { anyPage, CHANGES, restore } from "../support/hostile/changes.js";
import { startQuickPlace } from "../support/hostile/places.js";
import { quickRun } from "../support/hostile/quick-shell.js";
import type { Thing } from "../support/hostile/shop.js";
import type { TrialPlace } from "../support/hostile/trial.js";
import { JumpingTime } from "../support/jumping-time.js";
import { never } from "../support/never.js";

const LEVELS = [24, 28, 30, 33, 36] as const;
const TARGET: Thing = { kind: "buy", item: 2 };

/** The scripts of an observation and a tap, except those that touch the screen. */
async function scriptsOf({ hostile, session, during }: TrialPlace): Promise<readonly string[]> {
  const names: string[] = [];
  const { noteService } = hostile;
  hostile.noteService = (name) => {
    names.push(name);
    noteService(name);
  };
  const { observation } = await during(observe(session, { ...OBSERVE_ALL, frameStats: "off" }, never()));
  const ref = observation.elements.find(({ labels }) => labels[0] === "Checkout")?.ref ?? "";
  for (const text of [ref, '"Pay"']) {
    await during(tap(session, { target: parseTarget(text), count: 1, holdMs: 0 }, never()));
  }
  const scripts = names.flatMap((name) => /^shell,v2,raw:(.*)$/s.exec(name)?.[1] ?? []);
  const looks = scripts.map((script) => script.replace(/(?:cmd )?input tap \d+ \d+/, "date +%s"));
  return [...new Set(looks)].filter((script) => !script.includes(" reset"));
}

for (const apiLevel of LEVELS) {
  test(`the quick shell of the hostile phone answers every script as the phone's own shell does (API ${apiLevel})`, async () => {
    const time = new JumpingTime();
    await using place = await startQuickPlace({ apiLevel, usesCompanion: false, time });
    const { hostile } = place;
    restore(hostile, anyPage(seededRandom(apiLevel, "page")));
    await place.pass(1_000);
    const scripts = await scriptsOf(place);
    assert.ok(scripts.length >= 5);
    const { phone, programs } = hostile;
    const own = directDevice(hostile.device);
    // The commands of a script take time, and dumps contain the time.
    const withoutTimes = (text: string) => text.replaceAll(/\b\d{4,}\b/g, "(time)");
    for (const script of scripts) {
      const run = quickRun({ phone, programs, sleep: time.sleep.bind(time) }, script);
      if (!run) continue;
      const quick = await place.during(run(never()));
      const kind = { kind: "read", text: script, processes: 0 } as const;
      const real = await place.during(runShell(own, kind, SHELL_LIMITS, never()));
      assert.equal(quick.exitCode, real.exitCode, script);
      const [said, wanted] = [quick, real].map(({ stdout }) => withoutTimes(stdout.toString("latin1")));
      assert.ok(said === wanted, script);
      const [complained, expected] = [quick, real].map(({ stderr }) =>
        stderr.replaceAll(/^(fovea at) [\d.]+$/gm, "$1"),
      );
      assert.equal(complained?.trim(), expected?.trim(), script);
    }
    const known = scripts.filter((script) => quickRun({ phone, programs, sleep: time.sleep.bind(time) }, script));
    const unknown = scripts.filter((script) => !known.includes(script));
    assert.deepEqual(unknown, [], "unknown commands run in the phone's own shell");
  });
}

test("the cached state of the hostile phone equals its real state after every change", async () => {
  for (const apiLevel of LEVELS) {
    await using place = await startQuickPlace({ apiLevel, usesCompanion: false });
    const { hostile } = place;
    const random = seededRandom(apiLevel, "changes");
    for (const change of [...CHANGES.content, ...CHANGES.windows, ...CHANGES.nothing]) {
      restore(hostile, anyPage(random));
      await place.pass(500);
      hostile.phone.state();
      change.apply(hostile, TARGET, random);
      assert.deepEqual(hostile.phone.state(), VirtualPhone.prototype.state.call(hostile.phone), change.name);
    }
  }
});

test("each change of the hostile phone shows in the readings that can report it", async () => {
  await using place = await startQuickPlace({ apiLevel: 33, usesCompanion: false });
  const { hostile } = place;
  const random = seededRandom(1, "changes");
  const seen = () => JSON.stringify([hostile.phone.accessibilityWindows(), hostile.phone.state().focusedWindow?.hash]);
  const pixels = () => Buffer.from(hostile.phone.pixels()?.rgba ?? []).toString("latin1");
  for (const change of [...CHANGES.content, ...CHANGES.windows]) {
    const titles = ["Milk", "Tea", "Salt", "Tea"];
    restore(hostile, { items: titles.map((title, at) => ({ id: at + 1, title })) });
    await place.pass(500);
    const before = [seen(), pixels()];
    assert.ok(change.apply(hostile, TARGET, random), change.name);
    await place.pass(500);
    const isHidden = change.concerns === "twins";
    assert.equal(before[0] === seen(), isHidden, change.name);
    assert.equal(before[1] === pixels(), isHidden, change.name);
  }
});
