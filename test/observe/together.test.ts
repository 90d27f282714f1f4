import assert from "node:assert/strict";
import { test } from "node:test";
import { bundledProfile, type Profile } from "../../packages/virtual-android/src/profile.js";
import type { ObserveRequest } from "../../src/observe/observe-request.js";
import { startDirectPhone } from "../support/direct-phone.js";

const cost = (ms: number, ...command: string[]) => ({ command, delayMs: { fixed: ms }, cites: "chosen for this test" });

/** The time of each question on the phone, in phone time. */
const WINDOW_MS = 500;
const PICTURE_MS = 400;
const DUMP_MS = 1_000;
const SLOW: Profile = {
  ...bundledProfile("instant"),
  commands: [
    cost(WINDOW_MS, "dumpsys", "window"),
    cost(300, "dumpsys", "gfxinfo"),
    cost(PICTURE_MS, "screencap"),
    cost(DUMP_MS, "uiautomator"),
  ],
};
/** uiautomator waits for a second without an event first. */
const QUIET_MS = 1_000;

interface Together {
  readonly name: string;
  readonly request: Partial<ObserveRequest>;
  readonly slowestMs: number;
  /** One after the other they take this much longer. */
  readonly nextMs: number;
}

/** The window manager is asked for two dumps, by one script. */
const WINDOWS_MS = 2 * WINDOW_MS;
const CASES: readonly Together[] = [
  { name: "with everything", request: {}, slowestMs: DUMP_MS + QUIET_MS, nextMs: WINDOWS_MS },
  {
    name: "with only facts and a screenshot",
    request: { hierarchy: false, frameStats: "off" },
    slowestMs: WINDOWS_MS,
    nextMs: PICTURE_MS,
  },
];

for (const { name, request, slowestMs, nextMs } of CASES) {
  test(`the parts of an observation ${name} are requested at once: it takes less than the two slowest in sequence`, async () => {
    await using phone = await startDirectPhone({ app: "com.fovea.form", profile: SLOW });
    await phone.observe(); // Facts that do not change are requested once.
    const begunAt = phone.time.nowMs();
    const seen = await phone.observe(request);
    const took = phone.time.nowMs() - begunAt;
    assert.ok(seen.screenshot && seen.activeWindow, "every part was read");
    assert.ok(took >= slowestMs && took < slowestMs + nextMs, `${took} ms of the phone's time`);
  });
}
