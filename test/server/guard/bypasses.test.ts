import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pollUntil } from "../../../src/base/signals.js";
import { PendingActions } from "../../../src/server/guard/pending-actions.js";
import { NO, userAnswering, YES } from "../../support/asked-user.js";
import { useCompanions } from "../../support/companion-ways.js";
import { CHAT_PAGE, linesOf, SEND, SHOP, startGuarded, startsWith, tokenIn } from "../../support/guarded-phone.js";
import { connectHttp, startHttp } from "../../support/http-link.js";
import { connectMcp, type McpLink } from "../../support/mcp-link.js";
import type { ShownScreen } from "../../support/part-app.js";
import { startProduct } from "../../support/product.js";
import { RawMcp } from "../../support/raw-mcp.js";

/** Each way to press Send that is not a ref or selector of it. */
const WAYS: readonly (readonly [string, string, (mcp: McpLink) => Promise<Readonly<Record<string, unknown>>>])[] = [
  ["a resource id", "tap", async () => ({ target: "id/send_button" })],
  ["a ref", "tap", async (mcp) => ({ target: await refOf(mcp, "Send") })],
  ["a ref from a marked screenshot", "tap", async (mcp) => ({ target: await markOf(mcp, "Send") })],
  ["plain words", "tap", async () => ({ target: "? the send button" })],
  ["a phrase", "take_action", async () => ({ action: 'tap "Send"' })],
  ["a long press", "tap", async () => ({ ...SEND, hold_ms: 800 })],
  ["a step of a batch", "batch", async () => ({ steps: [{ tool: "tap", target: "id/send_button" }] })],
  ["Enter after a text", "type_text", async () => ({ text: "Hello", target: "id/message_input", submit: true })],
  ["only sending", "tap", async () => ({ ...SEND, answer: "none" })],
];

const BYPASS: ShownScreen = {
  ...CHAT_PAGE,
  parts: CHAT_PAGE.parts.map((part) => (part.label === "Send" ? { ...part, id: "send_button" } : part)),
};

async function refOf(mcp: McpLink, label: string): Promise<string> {
  const { text } = await mcp.call("observe", { full: true });
  const line = text.split("\n").find((one) => one.includes(`"${label}"`)) ?? assert.fail(text);
  return /e\d+/.exec(line)?.[0] ?? assert.fail(line);
}

/** The number that a screenshot draws on a control. */
async function markOf(mcp: McpLink, label: string): Promise<string> {
  const { text } = await mcp.call("screenshot", { marks: true });
  const ref = await refOf(mcp, label);
  assert.match(text, new RegExp(`\\b${ref}\\b`));
  return ref;
}

for (const [way, tool, argsFor] of WAYS)
  test(`Send by ${way} asks the user, and is not done after a no`, async () => {
    await using product = await startGuarded({ takeAction: true }, BYPASS);
    const user = userAnswering(() => NO);
    await using mcp = await connectMcp(product, "modern", user.setUp);
    const { text } = await mcp.call(tool, await argsFor(mcp));
    startsWith(text, "CONSENT_REFUSED");
    assert.deepEqual(product.app.events, []);
    assert.equal(user.questions.length, 1);
  });

test("Send by a point asks the user, even where the button came there after the last observation", async () => {
  for (const isNew of [false, true]) {
    await using product = await startGuarded({}, isNew ? { kind: "page", parts: [] } : BYPASS);
    const user = userAnswering(() => NO);
    await using mcp = await connectMcp(product, "modern", user.setUp);
    await mcp.call("observe");
    product.app.show(BYPASS);
    const { elements } = (await product.session()).lastObservation ?? assert.fail("nothing was read");
    const known = elements.find(({ labels }) => labels.includes("Send"));
    assert.equal(known === undefined, isNew);
    const { x, y } = product.phone.hooks.find("Send") ?? assert.fail("Send is not shown");
    startsWith((await mcp.call("tap", { target: `${Math.round(x)},${Math.round(y)}` })).text, "CONSENT_REFUSED");
    assert.deepEqual(product.app.events, []);
  }
});

test("ENTER in a chat, and the keys that press the focused element, ask the user", async () => {
  await using product = await startGuarded({}, BYPASS);
  const user = userAnswering(() => NO);
  await using mcp = await connectMcp(product, "modern", user.setUp);
  await mcp.call("type_text", { text: "Hello", target: "id/message_input" });
  const typed = product.app.events.length;
  startsWith((await mcp.call("press_key", { key: "enter" })).text, "CONSENT_REFUSED");
  assert.equal(product.app.events.length, typed);
});

test("a slide to pay, a swipe that deletes and a drop on the bin ask the user", async () => {
  const slide: ShownScreen = {
    kind: "page",
    parts: [
      { widget: "slider", id: null, label: "Slide to pay" },
      { widget: "row", id: "swipe_row_delete", label: "Ideas" },
      { widget: "target", id: null, label: "Delete" },
    ],
  };
  await using product = await startGuarded({}, slide);
  const user = userAnswering(() => NO);
  await using mcp = await connectMcp(product, "modern", user.setUp);
  for (const [tool, args] of [
    ["swipe", { direction: "right", target: '"Slide to pay"' }],
    ["swipe", { direction: "left", target: '"Ideas"' }],
    ["drag", { from: '"Ideas"', to: '"Delete"' }],
  ] as const)
    startsWith((await mcp.call(tool, args)).text, "CONSENT_REFUSED");
  assert.deepEqual(product.app.events, []);
});

test("an answer counts only for its own call and arguments, and only once", async () => {
  await using product = await startGuarded({}, BYPASS);
  const client = new RawMcp(product);
  const { state = "" } = await client.call("tap", SEND);
  const yes = { inputResponses: { confirm: { action: "accept", content: { confirm: true } } }, requestState: state };
  startsWith((await client.call("tap", { target: "id/send_button" }, yes)).text, "CONSENT_STALE");
  assert.deepEqual(product.app.events, []);
  const done = await client.call("tap", SEND, yes);
  assert.deepEqual(product.app.events, ["tap Send"], done.text);
  startsWith((await client.call("tap", SEND, yes)).text, "CONSENT_STALE");
  assert.deepEqual(product.app.events, ["tap Send"]);
});

test("after a no nothing is done, even where the action is no longer sensitive", async () => {
  const named = (label: string) => [{ widget: "button", id: "main_button", label }];
  await using product = await startGuarded({}, { kind: "page", parts: named("Send") });
  const client = new RawMcp(product);
  const { state = "" } = await client.call("tap", { target: "id/main_button" });
  product.app.show({ kind: "page", parts: named("Info") });
  const no = { inputResponses: { confirm: { action: "decline" } }, requestState: state };
  startsWith((await client.call("tap", { target: "id/main_button" }, no)).text, "CONSENT_STALE");
  assert.deepEqual(product.app.events, []);
});

test("an expired token does nothing", async () => {
  let now = 0;
  const pending = new PendingActions(1, () => now);
  const asked = {
    call: { tool: "tap", args: {} },
    device: "d",
    words: "",
    subject: "s",
    isForPerson: false,
    isRaised: false,
  };
  const token = pending.add({ tool: "tap", args: {}, asked, owner: null });
  assert.equal(pending.get(token, null).tool, "tap");
  now = 1_001;
  assert.throws(() => pending.get(token, null), { code: "CONSENT_STALE" });
});

test("a held-back step ends its batch, and confirm_action does that step", async () => {
  await using product = await startGuarded({}, BYPASS);
  await using mcp = await connectMcp(product);
  const steps = [
    { tool: "tap", target: 'button "Details"' },
    { tool: "tap", ...SEND },
    { tool: "tap", target: 'button "Details"' },
  ];
  const { text } = await mcp.call("batch", { steps });
  startsWith(text, "CONFIRMATION_REQUIRED");
  assert.deepEqual(product.app.events, ["tap Details"]);
  await mcp.call("confirm_action", { token: tokenIn(text) });
  assert.deepEqual(product.app.events, ["tap Details", "tap Send"]);
});

test("confirm_action asks the person as well where the client can ask", async () => {
  await using product = await startGuarded({}, BYPASS);
  const user = userAnswering(() => (user.questions.length > 0 ? NO : YES));
  await using mcp = await connectMcp(product, "modern", user.setUp);
  const steps = [
    { tool: "tap", target: 'button "Details"' },
    { tool: "tap", ...SEND },
  ];
  const token = tokenIn((await mcp.call("batch", { steps })).text);
  startsWith((await mcp.call("confirm_action", { token })).text, "CONSENT_REFUSED");
  assert.deepEqual(product.app.events, ["tap Details"]);
});

test("the argument confirm makes the guard ask, and no argument makes it not ask", async () => {
  await using product = await startGuarded({}, BYPASS);
  const user = userAnswering(() => NO);
  await using mcp = await connectMcp(product, "modern", user.setUp);
  startsWith((await mcp.call("tap", { target: 'button "Details"', confirm: true })).text, "CONSENT_REFUSED");
  startsWith((await mcp.call("tap", { ...SEND, confirm: false })).text, "CONSENT_REFUSED");
  startsWith((await mcp.call("tap", { ...SEND, guard: "off" })).text, "INVALID_ARGUMENT");
  assert.deepEqual(product.app.events, []);
});

test("a policy and --guard-allow change the decision, and the most specific rule applies", async () => {
  const policy = "allow send\nblock send package=com.example.shop text=/^Send$/\n";
  await using product = await startGuarded({}, BYPASS);
  const path = join(product.folder, "guard.policy");
  writeFileSync(path, policy);
  const config = { ...product.config, guardPolicy: path };
  await using mcp = await connectMcp({ ...product, config, guard: product.guardWith(config) });
  startsWith((await mcp.call("tap", SEND)).text, "ACTION_BLOCKED");
  const allowed = { ...product.config, guardAllow: [`send@${SHOP}`] };
  await using free = await connectMcp({ ...product, config: allowed, guard: product.guardWith(allowed) });
  assert.equal((await free.call("tap", SEND)).isError, false);
  assert.deepEqual(product.app.events, ["tap Send"]);
  assert.equal(linesOf(product).at(-1)?.outcome, "passed");
});

test("over HTTP another client cannot use a token", async () => {
  await using product = await startGuarded({}, BYPASS);
  await using http = await startHttp(product);
  await using one = await connectHttp(http, "legacy");
  await using other = await connectHttp(http, "legacy");
  const token = tokenIn((await one.call("tap", SEND)).text);
  startsWith((await other.call("confirm_action", { token })).text, "CONSENT_STALE");
  assert.deepEqual(product.app.events, []);
});

test("two fingers on a control count as a tap on it, and are held back like a tap", async () => {
  const live = { apiLevel: 34, isFullSize: true, onDevice: "enabled", link: useCompanions() } as const;
  await using product = await startGuarded({ guard: "block", actionTimeoutMs: 5_000 }, BYPASS, live);
  const isThere = () => (product.phone.state().focusedWindow !== null ? true : undefined);
  await pollUntil(isThere, 2, AbortSignal.timeout(60_000));
  await using mcp = await connectMcp(product);
  startsWith((await mcp.call("pinch", { ...SEND, percent: 150 })).text, "ACTION_BLOCKED");
  assert.deepEqual(product.app.events, []);
  assert.match((await mcp.call("pinch", { percent: 150 })).text, /^pinched the screen to 150 %/);
});

test("a yes to Send is void where the text to send changed meanwhile", async () => {
  for (const apiLevel of [33, 34]) {
    await using product = await startGuarded({}, BYPASS, { apiLevel });
    await using mcp = await connectMcp(product);
    await mcp.call("type_text", { text: "Yes, I agree", target: "id/message_input" });
    const token = tokenIn((await mcp.call("tap", SEND)).text);
    await mcp.call("type_text", { text: "Pay 5000 now", target: "id/message_input", clear: true });
    const before = product.app.events.length;
    startsWith((await mcp.call("confirm_action", { token })).text, "CONSENT_STALE");
    assert.equal(product.app.events.length, before);
  }
});

test("a password that may not be typed may not be typed by single keys either, and no log line shows the keys", async () => {
  const keys = ["s", "KEYCODE_7", "NUMPAD_4", "at", "space", "KEYCODE_PASTE"];
  await using product = await startProduct({ app: "com.fovea.form", config: { guard: "block" } });
  await using mcp = await connectMcp(product);
  assert.equal((await mcp.call("tap", { target: "id/password" })).isError, false);
  for (const isFirst of [true, false]) {
    if (!isFirst) await mcp.call("observe");
    for (const key of keys) startsWith((await mcp.call("press_key", { key })).text, "ACTION_BLOCKED");
  }
  const steps = [{ tool: "press_key", key: "s" }];
  assert.match((await mcp.call("batch", { steps })).text, /ACTION_BLOCKED/);
  assert.equal((await mcp.call("press_key", { key: "delete" })).isError, false);
  assert.deepEqual(
    new Set(linesOf(product).map(({ outcome, class: of }) => `${of} ${outcome}`)),
    new Set(["credential blocked"]),
  );
  assert.equal(linesOf(product).length, 2 * keys.length + 1);
  const log = readFileSync(join(product.config.stateDir, "guard.jsonl"), "utf8");
  assert.doesNotMatch(log, /press (?:S|7|NUMPAD_4|AT|SPACE)\b/);
  // A field that shows what is typed is not held.
  assert.equal((await mcp.call("tap", { target: 'field "Full name"' })).isError, false);
  assert.equal((await mcp.call("press_key", { key: "s" })).isError, false);
});
