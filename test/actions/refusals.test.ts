import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessibilityNodeState } from "../../packages/virtual-android/src/accessibility-state.js";
import { unknownRef } from "../../src/actions/targets/refuse-target.js";
import type { ErrorCode } from "../../src/base/errors.js";
import { pollUntil } from "../../src/base/signals.js";
import { callTool } from "../../src/server/call-tool.js";
import { toolContext } from "../../src/server/tool-context.js";
import { isAct } from "../../src/tool-contract/tool.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";
import { button, page, screenWith } from "../support/build-screen.js";
import { drive, refIn } from "../support/drive.js";
import { never } from "../support/never.js";
import { observeProduct } from "../support/observe-product.js";
import { recordInput } from "../support/recorder.js";

test("tap refuses a ref that is unknown, of another boot or gone, and says which of these it is", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const outline = await driven.did("observe");
  const ref = refIn(outline, /checkbox/);
  const { received } = recordInput(driven.phone);
  assert.match(await driven.refused("REF_STALE", "tap", { target: "e99999" }), /e99999 is not a ref of the last/);
  driven.phone.hooks.open("com.fovea.notes");
  const gone = await driven.refused("REF_STALE", "tap", { target: ref });
  assert.match(
    gone,
    new RegExp(`${ref} checkbox "I agree to the terms" is not on the screen any more\\nNext: Use a ref`),
  );
  assert.match(gone, /\nOn the screen:\ncom\.fovea\.notes/);
  const again = await driven.refused("REF_STALE", "tap", { target: ref });
  assert.match(again, new RegExp(`${ref} is gone; it was checkbox "I agree to the terms"`));
  assert.deepEqual(received, []);
});

test("tap refuses the ref of a row whose text changed, and names the row that begins the same way", async () => {
  await using driven = await drive({ app: "com.fovea.notes" });
  const row = refIn(await driven.did("observe"), /row "Shopping"/);
  await driven.did("tap", { target: row });
  await driven.did("type_text", { target: '~"Milk, bread"', text: ", lemons" });
  await driven.did("press_key", { key: "back" });
  const list = await driven.did("press_key", { key: "back" });
  const now = refIn(list.includes("lemons") ? list : await driven.did("observe"), /row "Shopping"/);
  assert.notEqual(now, row);
  assert.match(
    await driven.refused("REF_STALE", "tap", { target: row }),
    new RegExp(
      `${row} is gone; it was row "Shopping".*\\nNext: ${now} row "Shopping".* begins with the same words: use that ref`,
    ),
  );
});

test("tap refuses a ref from before a reboot, although the same app shows the same screen", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const ref = refIn(await driven.did("observe"), /checkbox/);
  driven.phone.reboot(0);
  driven.phone.hooks.open("com.fovea.form");
  const { received } = recordInput(driven.phone);
  await driven.refused("REF_STALE", "tap", { target: ref });
  assert.deepEqual(received, []);
});

test("tap refuses a disabled element with TARGET_DISABLED", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const windows = driven.phone.accessibilityWindows;
  driven.phone.accessibilityWindows = () =>
    windows.call(driven.phone).map((window) => ({ ...window, root: window.root && withoutTerms(window.root) }));
  const { received } = recordInput(driven.phone);
  const text = await driven.refused("TARGET_DISABLED", "tap", { target: 'checkbox "I agree to the terms"' });
  assert.match(text, /^TARGET_DISABLED: e\d+ checkbox "I agree to the terms" disabled is disabled/);
  assert.deepEqual(received, []);
});

type Node = AccessibilityNodeState;

/** The hierarchy with the checkbox of the terms disabled. */
function withoutTerms(node: Node): Node {
  const isTerms = node.resourceId.endsWith("id/terms");
  return { ...node, isEnabled: node.isEnabled && !isTerms, children: node.children.map(withoutTerms) };
}

test("tap refuses an element that the keyboard or the screen edge hides, or that has no area", async () => {
  await using driven = await drive({ app: "com.fovea.gestures" });
  await driven.did("observe");
  const { received, clear } = recordInput(driven.phone);
  await driven.refused("INVALID_ARGUMENT", "tap", { target: "540,300" });
  assert.deepEqual(received, []);
  driven.phone.hooks.open("com.fovea.form");
  await driven.did("type_text", { target: "id/name", text: "x" });
  const hidden = driven.phone.accessibilityWindows;
  clear();
  // A hierarchy that ignores the keyboard, as that of some apps does.
  driven.phone.accessibilityWindows = () =>
    hidden.call(driven.phone).map((window) => ({ ...window, root: window.root && lowered(window.root) }));
  const under = await driven.refused("TARGET_UNREACHABLE", "tap", { target: "id/email" });
  assert.match(under, /off the screen, or the keyboard or a system bar covers it; nothing was touched/);
  await driven.refused("TARGET_UNREACHABLE", "swipe", { direction: "up", target: "id/email" });
  assert.deepEqual(received, []);
});

function lowered(node: Node): Node {
  const { left, top, right, bottom } = node.bounds;
  const bounds = node.resourceId.endsWith("id/email")
    ? { left, right, top: top + 800, bottom: bottom + 800 }
    : node.bounds;
  return { ...node, bounds, children: node.children.map(lowered) };
}

test("tap refuses on a dark screen by element and by ref, and says how to turn the screen on", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const ref = refIn(await driven.did("observe"), /checkbox/);
  driven.phone.hooks.setAwake(false);
  const { received } = recordInput(driven.phone);
  for (const target of [ref, 'checkbox "I agree to the terms"', "100,100"]) {
    const text = await driven.refused("SCREEN_OFF", "tap", { target });
    assert.match(text, /nothing was touched\nNext: .*press_key with key "wakeup"/);
  }
  await driven.refused("SCREEN_OFF", "type_text", { text: "x" });
  assert.deepEqual(received, []);
});

test("tap refuses a selector that fits several elements, and lists each with its context", async () => {
  await using driven = await drive({ app: "com.fovea.clock" });
  const { received } = recordInput(driven.phone);
  const text = await driven.refused("AMBIGUOUS_TARGET", "tap", { target: "switch" });
  assert.equal([...text.matchAll(/switch "Alarm \d+:\d+"/g)].length, 3);
  assert.deepEqual(received, []);
});

test("tap on a device that refuses injected input names the setting that allows it", async () => {
  const stderr = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n";
  const fault = { kind: "fail", status: 255, stderr } as const;
  await using driven = await drive({ app: "com.fovea.form", faults: [{ command: "^(cmd )?input tap", fault }] });
  const text = await driven.refused("INPUT_REFUSED", "tap", { target: "id/terms" });
  assert.match(text, /Next: .*USB debugging \(Security settings\)/);
});

test("a read-only server offers no actions and performs none", async () => {
  await using looking = await drive({ app: "com.fovea.form", config: { readOnly: true } });
  const { tools } = await looking.mcp.client.listTools();
  assert.ok(tools.length > 0 && tools.every((tool) => tool.annotations?.readOnlyHint === true));
  await looking.did("observe");
  const { received } = recordInput(looking.phone);
  for (const tool of [...TOOLS, ...OPTIONAL_TOOLS].filter((one) => isAct(one, {}))) {
    // A client that calls a tool that is not listed.
    const context = toolContext(looking.product, () => {});
    const { isError, content } = await callTool(tool, { target: "1,1" }, context, never());
    assert.ok(isError, tool.name);
    const refusal: ErrorCode = "READ_ONLY";
    assert.ok(JSON.stringify(content).includes(`${refusal}: ${tool.name} acts, and --read-only allows only observing`));
  }
  assert.deepEqual(received, []);
});

test("a double tap is refused before any touch where `input` of the device is too slow", async () => {
  const slow = { command: "^input", fault: { kind: "delay", ms: 400 } } as const;
  await using driven = await drive({
    app: "com.fovea.gestures",
    apiLevel: 28,
    speed: 1,
    isSteady: true,
    faults: [slow],
  });
  const { received } = recordInput(driven.phone);
  const text = await driven.refused("UNSUPPORTED_ON_DEVICE", "tap", { target: "id/double_pad", count: 2 });
  assert.match(text, /one tap through `input` takes \d+ ms .* within 300 ms\nNext: Use single taps/);
  assert.deepEqual(received, []);
});

test("tap refuses elements on screens that cannot be read, and says why; a point can still be touched", async () => {
  const causes = [
    ["HIERARCHY_NULL_ROOT", "ERROR: null root node returned by UiTestAutomationBridge.\n"],
    ["UIAUTOMATION_BUSY", "java.lang.IllegalStateException: UiAutomationService already registered!\n"],
    ["HIERARCHY_UNAVAILABLE", "something else went wrong\n"],
  ] as const;
  await using driven = await drive({ app: "com.fovea.form" });
  for (const [code, stderr] of causes) {
    driven.product.device.faults.set([{ command: "^uiautomator", fault: { kind: "fail", status: 1, stderr } }]);
    const { received, stop } = recordInput(driven.phone);
    const text = await driven.refused(code, "tap", { target: "id/terms" });
    assert.match(text, /nothing was touched.*\nNext: .* Or: Take a screenshot and use a point/);
    assert.deepEqual(received, []);
    assert.match(await driven.did("tap", { target: "270,100" }), /^tapped the point 270,100\n/);
    stop();
  }
});

test("tap refuses a screen as inconsistent where it changes at every reading", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { phone } = driven;
  const { received } = recordInput(phone);
  const windows = phone.accessibilityWindows;
  let flips = 0;
  phone.accessibilityWindows = () => {
    const seen = windows.call(phone);
    flips += 1;
    phone.hooks.open(flips % 2 === 0 ? "com.fovea.form" : "com.fovea.notes");
    return seen;
  };
  const { text, isError } = await driven.mcp.call("tap", { target: 'checkbox "I agree to the terms"' });
  assert.ok(isError, text);
  assert.ok(["TORN_OBSERVATION", "ELEMENT_NOT_FOUND"].includes(text.split(":")[0] ?? ""), text);
  assert.deepEqual(received, []);
});

test("observe warns of a black screenshot of a secure window, and of an app without frames", async () => {
  await using driven = await drive({ app: "com.fovea.vault" });
  const codes = async () => {
    const seen = await driven.did("observe");
    return [...seen.matchAll(/^! ([A-Z_]+) /gm)].map(([, code]) => code);
  };
  assert.deepEqual(await codes(), ["SCREENSHOT_BLACK"]);
  driven.phone.hooks.open("com.fovea.game");
  await pollUntil(
    async () => ((await codes()).includes("NO_FRAME_STATS") ? true : undefined),
    5,
    AbortSignal.timeout(60_000),
  );
});

test("frame statistics that are cut off are reported as such, and nothing in them is counted", async () => {
  const fault = { kind: "truncate", bytes: 600 } as const;
  await using driven = await drive({ app: "com.fovea.form", faults: [{ command: "^dumpsys.*gfxinfo", fault }] });
  const { errors, frameStats } = await observeProduct(driven.product, { screenshot: false });
  const own = errors.filter(({ probe }) => probe === "frameStats");
  assert.deepEqual(
    own.map(({ code }) => code),
    ["TRUNCATED", "FACT_UNKNOWN"],
  );
  // The facts after the cut are named in an error, and no value is invented for them.
  assert.match(own[1]?.message ?? "", /frameStats\.viewCount$/);
  assert.equal(frameStats?.viewCount, null);
  assert.deepEqual(frameStats?.frames, []);
});

test("an unexpected exception becomes an INTERNAL error with its message and without a stack trace", async () => {
  await using driven = await drive();
  const { devices } = driven.product;
  Object.assign(devices, { list: () => Promise.reject(new TypeError("x is not a function")) });
  const text = await driven.refused("INTERNAL", "list_devices");
  assert.match(
    text,
    /^INTERNAL: x is not a function\nNext: This is a defect of Fovea; please report the message\. Observe before acting again\.$/,
  );
});

test("the error for an unknown ref does not say that its element is gone where the same text is on the screen", () => {
  const screen = screenWith(page(button("Add"), button("Remove")));
  const refused = (words: string) => {
    const gone = { ref: "e900", role: "button", labels: [words], words: `e900 button "${words}"` };
    const session = { device: { serial: "x" }, goneElement: () => gone, lastObservation: screen, overtakenBy: null };
    return unknownRef(session as never, "e900").message;
  };
  assert.match(
    refused("Add"),
    /^e900 is gone, or it cannot be distinguished from others with the same words; it was button "Add"/,
  );
  assert.match(refused("Buy"), /^e900 is gone; it was button "Buy"/);
});
