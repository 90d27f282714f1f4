import assert from "node:assert/strict";
import { test } from "node:test";
import { act } from "../../src/actions/act.js";
import type { AskGate } from "../../src/actions/ask-gate.js";
import { type ActResult, UNTOUCHED } from "../../src/actions/proof/performed.js";
import { pressKey } from "../../src/actions/verbs/press-key.js";
import { tap } from "../../src/actions/verbs/tap.js";
import { actAnswer, actJson } from "../../src/answers/act-answer.js";
import { pollUntil } from "../../src/base/signals.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_TREE } from "../../src/observe/observe-request.js";
import { quickCheck } from "../../src/observe/quick-check/quick-check.js";
import type { UiElement } from "../../src/screen/element.js";
import { parseTarget } from "../../src/screen/selector.js";
import { isSameRegion } from "../../src/screen/tiles.js";
import type { Session } from "../../src/session/session.js";
import { drive } from "../support/drive.js";
import { type LiveProduct, startLiveProduct } from "../support/live-product.js";
import { never } from "../support/never.js";
import { orDispose } from "../support/or-dispose.js";
import { type ProductOptions, startProduct } from "../support/product.js";
import { runOnPhone } from "../support/run-on-phone.js";

const TINY = { size: { width: 360, height: 800 }, density: 140 } as const;

/** A phone that has finished starting, and whose screen was observed. */
async function startStable(options: ProductOptions): Promise<LiveProduct> {
  const live = await startLiveProduct({ ...TINY, ...options });
  return await orDispose(live, async () => {
    await live.observe();
    await live.session.onDevice.current?.waitIdle({ quietMs: 1_000, timeoutMs: 10_000 }, never());
    return live;
  });
}

async function tapOn(session: Session, words: string): Promise<ActResult> {
  return await tap(session, { target: parseTarget(words), count: 1, holdMs: 0 }, never());
}

/** An action that takes no time itself, with any effect. */
async function doing(session: Session, begin: () => void): Promise<ActResult> {
  const perform = async (ask: AskGate) => {
    const passed = ask({ kind: "pinch", on: null, fingers: [] }, null);
    begin();
    return { ...UNTOUCHED, did: "began", by: "input", passed } as const;
  };
  return await act(session, { tool: "none", args: {} }, perform, never());
}

function says({ after }: ActResult, words: string): boolean {
  return after?.elements.some(({ labels }) => labels.some((label) => label.includes(words))) === true;
}

/** The result of waiting for a stable screen; fails where the call ended before. */
function settledOf({ settled }: ActResult) {
  assert.ok(settled);
  return settled;
}

/** The requests that are sent to the companion from now on. */
function requestsOf(session: Session): readonly string[] {
  const companion = session.onDevice.current;
  assert.ok(companion);
  const methods: string[] = [];
  const request = companion.client.request.bind(companion.client);
  const recorded: typeof request = async (method, ...rest) => {
    methods.push(method);
    return await request(method, ...rest);
  };
  Object.assign(companion.client, { request: recorded });
  return methods;
}

/** On a busy host the phone's timers may be late, so that the screen is never stable. */
function neverIdle({ onDevice: { current } }: Session): void {
  assert.ok(current);
  const waitIdle = current.waitIdle.bind(current);
  const busy: typeof waitIdle = async (request, signal) => {
    const answer = await waitIdle({ ...request, quietMs: request.timeoutMs }, signal);
    return { ...answer, idle: false };
  };
  Object.assign(current, { waitIdle: busy });
}

test("with the companion, the screen is read once, after it became stable, and never before", async () => {
  await using live = await startStable({ app: "com.fovea.form" });
  const requests = requestsOf(live.session);
  const done = await doing(live.session, () => live.product.phone.hooks.tap("I agree to the terms"));
  // The phone's time, which a verdict may need, is requested beside the action.
  assert.deepEqual(
    requests.filter((one) => one !== "health"),
    ["waitIdle", "snapshot"],
  );
  const { isQuiet, reaction, waitedMs } = settledOf(done);
  assert.deepEqual({ isQuiet, reaction }, { isQuiet: true, reaction: "events" });
  assert.ok(waitedMs > 0);
});

test("a dialog that needs 400 ms to open is on the screen that is read", async () => {
  await using live = await startStable({ isSteady: true, app: "com.fovea.dialogs" });
  const { hooks } = live.product.phone;
  const done = await doing(live.session, () => hooks.after(400, () => hooks.tap("Alert")));
  assert.ok(says(done, "Discard draft?"));
  assert.equal(settledOf(done).isQuiet, true);
});

test("where the app does not react, only the time for a reaction is waited", async () => {
  await using live = await startStable({ app: "com.fovea.form" });
  const done = await doing(live.session, () => {});
  const { isQuiet, reaction, waitedMs, restless } = settledOf(done);
  assert.deepEqual({ isQuiet, reaction, restless }, { isQuiet: true, reaction: null, restless: null });
  assert.doesNotMatch(actAnswer(done).text, /still changing|toast/);
  assert.ok(waitedMs >= 500, `${waitedMs} ms`);
});

test("a toast is reported by its text, which is in no hierarchy", async () => {
  await using live = await startStable({ app: "com.fovea.dialogs" });
  const done = await tapOn(live.session, '"Toast"');
  assert.deepEqual(settledOf(done).toasts, ["This is a toast"]);
  assert.match(actAnswer(done).text, /^toast "This is a toast"$/m);
  assert.equal(says(done, "This is a toast"), false);
});

test("the keyboard of a field is waited for", async () => {
  await using live = await startStable({ app: "com.fovea.form" });
  const { hooks } = live.product.phone;
  const done = await doing(live.session, () => hooks.tap("Given and family name"));
  assert.equal(done.after?.ime?.visible, true);
});

test("a transition between activities is over before the screen is read", async () => {
  await using live = await startStable({ isSteady: true, app: "com.android.settings", animationScale: 1 });
  const done = await tapOn(live.session, '"Display"');
  assert.ok(done.after?.errors.every(({ code }) => code !== "TORN_OBSERVATION"));
  assert.ok(says(done, "Dark theme"));
});

test("text that never stops changing is named, and not waited for without end", async () => {
  // With little time the phone may send nothing for its half second while this process is busy.
  await using live = await startLiveProduct({ ...TINY, isSteady: true, app: "com.fovea.endless" });
  await live.observe();
  neverIdle(live.session);
  // On a busy machine the change of a clock may be the last event for a while, and the rest of the app stable.
  live.product.phone.onDevice.mute("com.android.systemui");
  const requests = requestsOf(live.session);
  const done = await doing(live.session, () => {});
  const { isQuiet, restless, waitedMs } = settledOf(done);
  assert.equal(isQuiet, false);
  assert.equal(restless?.by, "events");
  assert.ok(waitedMs >= 1_500, `${waitedMs} ms`);
  assert.match(restless?.what ?? "", /Loading/);
  assert.match(actAnswer(done).text, /^! still changing after \d+ ms: e\d+ .*"Loading.*$/m);
  assert.deepEqual(Reflect.get(Object(actJson(done)), "settled"), done.settled);
  assert.ok(restless?.region && restless.refs.length > 0);
  assert.ok(requests.filter((method) => method === "snapshot").length <= 2, `${requests}`);
});

test("a spinner that sends no events is named by its frames", async () => {
  await using live = await startLiveProduct({ ...TINY, app: "com.fovea.endless" });
  live.product.phone.hooks.tap("Stop the text");
  await live.observe();
  await live.session.onDevice.current?.waitIdle({ quietMs: 300, timeoutMs: 5_000 }, never());
  const { isQuiet, restless, signals, reaction } = settledOf(await doing(live.session, () => {}));
  assert.deepEqual({ isQuiet, by: restless?.by, reaction }, { isQuiet: false, by: "frames", reaction: "frames" });
  assert.deepEqual(signals, ["events", "frames"]);
  assert.match(restless?.what ?? "", /progress "Loading"/);
});

test("events of the status bar do not cause requests without a pause", async () => {
  await using live = await startLiveProduct({ ...TINY, app: "com.fovea.endless" });
  const { phone } = live.product;
  phone.hooks.tap("Stop the text");
  await live.observe();
  await live.session.onDevice.current?.waitIdle({ quietMs: 300, timeoutMs: 5_000 }, never());
  const seq = live.session.onDevice.current?.events.lastSeq ?? 0;
  const requests = requestsOf(live.session);
  const { isQuiet, restless } = settledOf(await doing(live.session, () => phone.hooks.setBattery(41, false)));
  assert.deepEqual({ isQuiet, by: restless?.by }, { isQuiet: false, by: "frames" });
  const heard = live.session.onDevice.current?.events.since(seq) ?? [];
  assert.ok(
    heard.some((event) => event.package === "com.android.systemui"),
    JSON.stringify(heard),
  );
  const waits = requests.filter((method) => method === "waitIdle").length;
  assert.ok(waits <= 30, `${waits} questions`);
});

test("an app that changes without events is read once it stops drawing", async () => {
  await using live = await startStable({ app: "com.fovea.form" });
  const { phone } = live.product;
  phone.onDevice.mute("com.fovea.form");
  const done = await doing(live.session, () => phone.hooks.tap("I agree to the terms"));
  assert.equal(done.after?.elements.find(({ role }) => role === "checkbox")?.checked, true);
  assert.equal(settledOf(done).isQuiet, true);
});

test("an app that is busy for two seconds is read when it answers again", async () => {
  await using live = await startStable({ isSteady: true, app: "com.fovea.sluggish" });
  const done = await tapOn(live.session, '"Work for 2 seconds"');
  assert.ok(says(done, "Worked 1 times"), done.after?.error ?? "");
  assert.equal(settledOf(done).isQuiet, true);
});

test("an app that answers again while it is being read is read once more at once", async () => {
  await using live = await startStable({ isSteady: true, app: "com.fovea.sluggish" });
  const { current } = live.session.onDevice;
  assert.ok(current);
  const request = current.client.request.bind(current.client);
  // The answer without its hierarchy comes after the events of the app that was busy.
  const late: typeof request = async (method, ...rest) => {
    const answer = await request(method, ...rest);
    if (method !== "snapshot" || !JSON.stringify(answer).includes("TIMEOUT")) return answer;
    const before = current.events.lastSeq;
    await pollUntil(() => (current.events.lastSeq > before ? true : undefined), 5, AbortSignal.timeout(60_000));
    await current.waitIdle({ quietMs: 300, timeoutMs: 10_000 }, never());
    return answer;
  };
  Object.assign(current.client, { request: late });
  const { hooks } = live.product.phone;
  const done = await doing(live.session, () => {
    for (const _ of [1, 2]) hooks.tap("Work for 2 seconds");
  });
  assert.ok(says(done, "Worked 2 times"), done.after?.error ?? "");
});

test("an app that hangs is named, after the time in which Android itself reports it", async () => {
  await using live = await startStable({ app: "com.fovea.sluggish" });
  const { isQuiet, restless } = settledOf(await tapOn(live.session, '"Hang for a minute"'));
  assert.deepEqual({ isQuiet, by: restless?.by }, { isQuiet: false, by: "app" });
  assert.match(restless?.what ?? "", /does not answer/);
});

async function startPixels(options: ProductOptions) {
  const product = await startProduct({ ...TINY, ...options });
  return await orDispose(product, async () => {
    const session = await product.session();
    const { observation } = await observe(session, { ...OBSERVE_TREE, screenshot: true }, never());
    session.noteReported(observation);
    return { product, session, [Symbol.asyncDispose]: () => product[Symbol.asyncDispose]() };
  });
}

test("without the companion, window, frames and pixels show that the screen is stable, and which pixels changed", async () => {
  await using seen = await startPixels({ app: "com.fovea.form" });
  const done = await doing(seen.session, () => seen.product.phone.hooks.tap("I agree to the terms"));
  const { isQuiet, signals, reaction, restless } = settledOf(done);
  assert.deepEqual({ isQuiet, restless, reaction }, { isQuiet: true, restless: null, reaction: "pixels" });
  assert.deepEqual(signals, ["window", "frames", "pixels"]);
  assert.equal(typeof done.picture, "object");
  assert.equal(done.after?.elements.find(({ role }) => role === "checkbox")?.checked, true);
});

test("without the companion, the frame counters are reset at each action", async () => {
  await using seen = await startPixels({ app: "com.fovea.form" });
  const frames = () =>
    seen.product.phone.state().processes.find(({ processName }) => processName === "com.fovea.form")?.frames;
  const before = frames()?.totalFrames ?? 0;
  assert.ok(before > 0);
  await doing(seen.session, () => {});
  assert.ok((frames()?.totalFrames ?? before) < before);
});

test("without the companion, a spinner is named, and the rest of the screen is known to be stable", async () => {
  await using seen = await startPixels({ app: "com.fovea.endless" });
  seen.product.phone.hooks.tap("Stop the text");
  const known = async () => {
    const done = await doing(seen.session, () => {});
    const { isQuiet, restless } = settledOf(done);
    assert.deepEqual({ isQuiet, by: restless?.by }, { isQuiet: false, by: "pixels" });
    assert.match(restless?.what ?? "", /progress "Loading"/);
    const last = seen.session.lastObservation;
    const noted = last && seen.session.pixels.of(last);
    const now = (await quickCheck(seen.session, never())).grid;
    const isSame = (element: UiElement) => noted !== null && now !== null && isSameRegion(noted, now, element.bounds);
    const elements = done.after?.elements.filter(({ systemBar }) => !systemBar) ?? [];
    assert.equal(isSame(find(elements, /^Loading$/)), false);
    return isSame(find(elements, /^Start the text$/));
  };
  // On a busy machine the screenshot may not be taken around the hierarchy, and then nothing is known from it.
  let isKnown = false;
  for (let turn = 0; turn < 8 && !isKnown; turn += 1) isKnown = await known();
  assert.ok(isKnown);
});

function find(elements: readonly UiElement[], label: RegExp): UiElement {
  const found = elements.find(({ labels }) => labels.some((one) => label.test(one)));
  assert.ok(found);
  return found;
}

test("without the companion, a game without hierarchy and frame data is reported as changing by its pixels", async () => {
  await using seen = await startPixels({ app: "com.fovea.game" });
  const { isQuiet, signals, restless } = settledOf(await doing(seen.session, () => {}));
  assert.equal(isQuiet, false);
  assert.deepEqual(signals, ["window", "pixels"]);
  assert.ok(restless?.region);
});

test("without the companion, an app that hangs is not taken for a stable one", async () => {
  await using seen = await startPixels({ app: "com.fovea.sluggish" });
  const done = await doing(seen.session, () => seen.product.phone.hooks.tap("Hang for a minute"));
  const { isQuiet, restless } = settledOf(done);
  assert.deepEqual({ isQuiet, by: restless?.by }, { isQuiet: false, by: "app" });
});

test("without the companion, an action on the launcher settles, whichever process draws it", async () => {
  await using seen = await startPixels({ app: "com.fovea.form" });
  const done = await pressKey(seen.session, { key: "home", count: 1, long: false }, never());
  assert.equal(settledOf(done).isQuiet, true);
  assert.equal(settledOf(done).reaction, "window");
});

for (const apiLevel of [24, 29, 33, 36])
  test(`a screen that is off counts as settled (API ${apiLevel})`, async () => {
    await using driven = await drive({ app: "com.fovea.form", apiLevel });
    await runOnPhone(driven.product.device, "input keyevent KEYCODE_SLEEP");
    const text = await driven.did("open_app", { package: "com.android.settings" });
    assert.match(text, /^! SCREEN_OFF /m);
    assert.doesNotMatch(text, /still changing/);
  });
