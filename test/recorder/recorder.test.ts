import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { openTrace } from "../../src/trace/open-trace.js";
import { validateTrace } from "../../src/trace/validate-trace.js";
import { extensions } from "../../src/trace/x-fovea.js";
import { decodePng, sha256Of } from "../../src/vision/image.js";
import { useCompanions } from "../support/companion-ways.js";
import { drive, refIn } from "../support/drive.js";
import { recorded } from "../support/recorded.js";

function scratch(): { readonly folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), "fovea-trace-"));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Without printing the whole trace. */
function assertNowhere(text: string, words: RegExp): void {
  const found = words.exec(text);
  assert.equal(found && text.slice(Math.max(0, found.index - 100), found.index + 100), null);
}

test("a step contains the state before the action, the action as tool call, and the result", async () => {
  using place = scratch();
  await using driven = await drive({ app: "com.fovea.form", config: { trace: place.folder, takeAction: true } });
  const ref = refIn(await driven.did("observe"), /radio "Team"/);
  await driven.did("tap", { target: 'radio "Team"' });
  await driven.did("type_text", { text: "Abc", target: 'field "Given and family name"', submit: true });
  await driven.did("press_key", { key: "back", count: 2 });
  await driven.did("take_action", { action: "swipe up" });
  await driven.did("tap", { target: "270,192", hold_ms: 600 });
  await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: 'button "None"' });
  const { steps, calls, folder } = await recorded(driven, place.folder);

  assert.deepEqual(
    steps.map(({ action }) => action.type),
    ["click", "type", "x-fovea.press_key", "scroll", "x-fovea.long_press"],
  );
  const [tapped, typed, , swiped, held] = steps;
  assert.ok(tapped && typed && swiped && held);
  // The state is the one before the act: there "Team" was not checked yet.
  assert.equal(tapped.action.target_id, ref);
  const target = tapped.visual_state.elements.find((element) => element.element_id === ref);
  assert.ok(target);
  assert.deepEqual(target.bbox, tapped.action.bbox);
  assert.equal(extensions.element(target)?.checked, false);
  const inNext = typed.visual_state.elements.find(({ bbox }) => isDeepStrictEqual(bbox, target.bbox));
  assert.ok(inNext);
  assert.equal(extensions.element(inNext)?.checked, true);
  assert.match(extensions.step(tapped)?.after?.changes?.join("\n") ?? "", /~ e\d+ radio "Team" checked/);
  assert.equal(extensions.step(tapped)?.verdict?.kind, "changed");

  const ofTap = extensions.action(tapped.action);
  assert.deepEqual(ofTap?.args, { target: 'radio "Team"' });
  assert.ok(typeof ofTap?.selector === "object" && ofTap.selector !== null && "v" in ofTap.selector);
  assert.equal(typed.action.text, "Abc");
  assert.deepEqual(extensions.action(typed.action)?.args, {
    text: "Abc",
    target: 'field "Given and family name"',
    submit: true,
  });
  assert.equal(extensions.action(swiped.action)?.tool, "swipe");
  assert.equal(held.action.target_id, undefined);
  assert.deepEqual(extensions.action(held.action)?.points, [{ x: 270, y: 192 }]);

  assert.deepEqual(
    calls.map(({ tool_name: tool }) => tool),
    ["observe", "tap", "type_text", "press_key", "take_action", "tap", "tap"],
  );
  assert.equal(calls.at(-1)?.result.error?.code, "ELEMENT_NOT_FOUND");
  assert.equal(extensions.step(swiped)?.call, calls[4]?.call);
  for (const { tool_name: tool, duration, visual_state: state, timestamp } of calls) {
    assert.ok(duration > 0 && duration < 60_000, `${tool} took ${duration} ms`);
    assert.match(state?.observation_id ?? "", /\S/, `${tool} has the screen that it ended on`);
    assert.ok(timestamp >= 0);
  }
  // Each act ended on another screen than it began on; the last one, which was refused, on the one that it found.
  assert.ok(new Set(calls.map(({ visual_state: state }) => state?.observation_id)).size >= 6);
  const validation = await validateTrace(await openTrace(folder));
  assert.deepEqual([validation.steps, validation.problems], [5, []]);
});

test("each state has a screenshot, and equal screenshots are stored once", async () => {
  using place = scratch();
  await using driven = await drive({ app: "com.fovea.form", config: { trace: place.folder } });
  await driven.did("observe", { image: true });
  await driven.did("tap", { target: "270,1190" });
  await driven.did("tap", { target: "270,1190" });
  const { steps, folder } = await recorded(driven, place.folder);
  for (const { visual_state: state } of steps) {
    const { rgba, ...size } = await decodePng(readFileSync(join(folder, state.screenshot_path)));
    assert.deepEqual([size.width, size.height], state.screen_resolution);
    assert.equal(`screenshots/${sha256Of(rgba)}.png`, state.screenshot_path);
    assert.deepEqual(extensions.state(state)?.screenshot?.redacted, ["password"]);
  }
});

test("an action by the companion has a screenshot taken after the previous answer", async () => {
  using place = scratch();
  const config = { trace: place.folder };
  await using driven = await drive({ app: "com.fovea.form", onDevice: "enabled", link: useCompanions(), config });
  const { recorder } = driven.product;
  await driven.did("observe");
  await recorder.settled();
  await driven.did("tap", { target: 'radio "Team"' });
  const { steps, calls, folder } = await recorded(driven, place.folder);
  const [step] = steps;
  assert.ok(step);
  assert.equal(extensions.state(step.visual_state)?.source, "a11y-service");
  assert.ok(statSync(join(folder, step.visual_state.screenshot_path)).size > 1_000);
  assert.notEqual(calls[1]?.visual_state?.screenshot_path, "");
});

test("text typed into a password field, its length and its dots are nowhere in a trace", async () => {
  using place = scratch();
  await using driven = await drive({ app: "com.fovea.form", config: { trace: place.folder, takeAction: true } });
  await driven.did("type_text", { text: "hunter2 &co", target: "field password" });
  await driven.did("take_action", { action: 'type "swordfish" in the password field' });
  await driven.did("batch", {
    steps: [{ tool: "type_text", text: "tr0ub4dor", target: "field password", clear: true }],
  });
  await driven.refused("ELEMENT_NOT_FOUND", "type_text", { text: "battery staple", target: 'field "None"' });
  await driven.refused("ELEMENT_NOT_FOUND", "take_action", { action: 'type "correct horse" in the None field' });
  const { text, steps, calls } = await recorded(driven, place.folder);
  assert.equal(steps.length, 3);
  assert.equal(calls.length, 5);
  assertNowhere(text, /hunter2|swordfish|tr0ub4dor|battery|correct horse|•/);
  assertNowhere(text, /typed \d/);
  assert.ok(steps.every(({ action }) => action.text === "[redacted]"));
});

test("patterns and regions are redacted in texts and screenshots alike", async () => {
  using place = scratch();
  const region = { left: 0, top: 570, right: 540, bottom: 670 };
  const config = { trace: place.folder, redact: ["A[a-z]+ \\d{4}", "Create acc\\w+"], redactRegions: [region] };
  await using driven = await drive({ app: "com.fovea.form", config });
  await driven.did("type_text", { text: "Abc 4711", target: 'field "Given and family name"' });
  await driven.did("observe", { image: true });
  await driven.did("tap", { target: 'radio "Team"' });
  const { text, steps, folder } = await recorded(driven, place.folder);
  assertNowhere(text, /Abc 4711|Create account|"Team|Team\b/);
  assert.match(text, /E-mail/);
  const [, tapped] = steps;
  assert.ok(tapped);
  const state = tapped.visual_state;
  assert.deepEqual(extensions.state(state)?.screenshot?.redacted, ["password", "pattern", "region"]);
  const { rgba, width } = await decodePng(readFileSync(join(folder, state.screenshot_path)));
  const at = (x: number, y: number) => [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  assert.deepEqual(at(150, 630), [128, 128, 128]);
  const title = state.elements.find((element) => element.text === "[redacted]" && (element.bbox?.y1 ?? 0) < 100);
  assert.ok(title?.bbox);
  assert.deepEqual(at(title.bbox.x1 + 5, title.bbox.y1 + 5), [128, 128, 128]);
});

test("a second process continues a trace, without the step that the first one wrote incompletely", async () => {
  using place = scratch();
  const config = { trace: place.folder };
  const record = async () => {
    await using driven = await drive({ app: "com.fovea.form", config, serialNumber: "SAME1" });
    await driven.did("tap", { target: 'radio "Team"' });
    return await recorded(driven, place.folder);
  };
  const { folder } = await record();
  const steps = join(folder, "steps.jsonl");
  writeFileSync(steps, `${readFileSync(steps, "utf8")}{"timestamp":99,"visu`);
  const again = await record();
  assert.equal(again.steps.length, 2);
  assert.deepEqual(
    again.calls.map(({ call }) => call),
    [1, 2],
  );
  const validation = await validateTrace(await openTrace(folder));
  assert.deepEqual([validation.steps, validation.problems, validation.tornBytes], [2, [], 0]);
});

for (const [how, folderOf, why] of [
  [
    "cannot be written",
    (file: string) => file,
    /the trace in .* cannot be written: a part of its path is not a folder/,
  ],
  ["has reached its size limit", (file: string) => `${file}-folder`, /the trace is as large as --trace-cap allows/],
] as const) {
  test(`the next answer after a trace ${how} reports it once, whatever the call`, async () => {
    using place = scratch();
    const file = join(place.folder, "taken");
    writeFileSync(file, "");
    const config = { trace: folderOf(file), traceCapMb: 0.000_1 };
    await using driven = await drive({ app: "com.fovea.form", config });
    const { product } = driven;
    assert.doesNotMatch(await driven.did("observe"), /! the trace/);
    await product.recorder.settled();
    const { text } = await driven.mcp.call("tap", { target: 'button "None"' });
    const [line, ...others] = text.split("\n").filter((one) => one.startsWith("! the trace"));
    assert.match(line ?? text, new RegExp(`^! the trace of ${product.serial} is not written any more: `));
    assert.match(line ?? "", why);
    assert.deepEqual(others, []);
    assert.match(text, /^ELEMENT_NOT_FOUND: /);
    assert.doesNotMatch(await driven.did("observe"), /! the trace/);
  });
}

test("where nothing can be written the calls go on, and stop_trace says why the trace ends", async () => {
  using place = scratch();
  const file = join(place.folder, "taken");
  writeFileSync(file, "");
  await using driven = await drive({ app: "com.fovea.form", config: { trace: file, traceTools: true } });
  await driven.did("tap", { target: 'radio "Team"' });
  assert.match(await driven.did("stop_trace"), /0 steps, 0 calls .*it ended before: the trace in .* cannot be written/);
});
