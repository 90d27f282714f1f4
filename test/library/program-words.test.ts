import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { OPTIONS } from "../../src/base/config.js";
import { ERROR_CODES, FoveaError, isFoveaError } from "../../src/base/errors.js";
import type { CallShape } from "../../src/library/calls/call-shapes.js";
import * as shapes from "../../src/library/calls/call-shapes.js";
import { connect, expect } from "../../src/library/connect.js";
import { forProgram, inWordsOfPrograms, inWordsOfTools } from "../../src/library/program-words.js";

const memory = mkdtempSync(join(tmpdir(), "fovea-words-"));
after(() => rmSync(memory, { recursive: true, force: true }));

const FLAGS = OPTIONS.map(({ flag }) => flag).join("|");
/** Names of tools and their arguments, flags of options, and what only servers have. */
const NOT_OF_PROGRAMS = new RegExp(
  `\\b[a-z]+(?:_[a-z]+)+\\b|tools/list|(?<![\\w-])(?:${FLAGS})(?![\\w-])|Its arguments are|[Rr]estart the server`,
);

/** Without what an app or the caller wrote, and without commands of a shell. */
function ownWords(text: string): string {
  const parts = text.replaceAll(/"[^"]*"/g, "").split("`");
  return parts.filter((part, at) => at % 2 === 0 || !part.includes(" ")).join("`");
}

/** Words of Android, of flows, and of authors of detectors and plug-ins. */
const NAMES_OF_OTHERS =
  "assertScreenshot copyTextFrom createDetector macOS pasteText pluginContract setClipboard setWebContentsDebuggingEnabled";

/** What is to be called; "the call of" something is another word. */
const CALLED = /(?<!\b(?:the|next) )\b[Cc]all (?!with\b|the\b|`)(stop of|[a-zA-Z]+(?:\.[a-zA-Z]+)?)/g;

/** Arguments before the options, where "x" makes no sense. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  pinch: [150],
  update: [undefined],
  batch: [[{ tool: "wait_for" }]],
  executeWorkflow: ["nowhere.yaml"],
  runSkill: ["nowhere"],
  "apps.open": ["com.fovea.form"],
  "apps.changePermissions": ["com.fovea.form"],
  "device.putLocation": [
    [
      { latitude: 1, longitude: 1 },
      { latitude: 2, longitude: 2 },
    ],
  ],
  "device.touchSensor": [1],
  "device.turn": ["auto"],
  "adb.shell": [["true"]],
};

/** Those that are checked behind another one, which is wrong here. */
const NOT_REACHED: ReadonlySet<string> = new Set(["record byHand"]);

test("an option of the wrong type is refused by the name in the program, and no message names a tool's argument", async () => {
  const options = { companion: "off", actionTimeoutMs: 0, memory };
  await using phone = await connect({ virtual: { app: "form" }, options });
  const owners: readonly (readonly [string, object, Readonly<Record<string, CallShape>>])[] = [
    ["", phone, shapes.PHONE_CALLS],
    ["apps.", phone.apps, shapes.APP_CALLS],
    ["device.", phone.device, shapes.DEVICE_CALLS],
    ["files.", phone.files, shapes.FILE_CALLS],
    ["memory.", phone.memory, shapes.MEMORY_CALLS],
    ["adb.", phone.adb, shapes.ADB_CALLS],
    ["locator.", phone.locator("id/terms"), shapes.LOCATOR_CALLS],
  ];
  const problems: string[] = [];
  let count = 0;
  for (const [prefix, owner, calls] of owners) {
    for (const [key, { at, known }] of Object.entries(calls)) {
      const call = Reflect.get(owner, key) as (...args: readonly unknown[]) => Promise<unknown>;
      const given = ARGUMENTS[prefix + key] ?? ARGUMENTS[key] ?? Array.from({ length: at }, () => "x");
      for (const option of Object.keys(known)) {
        const where = `${prefix}${key} ${option}`;
        const failed: unknown = await call(...given, { [option]: { wrong: 1 } }).catch((error: unknown) => error);
        assert.ok(isFoveaError(failed), `${where}: ${String(failed)}`);
        const texts = [failed.message, failed.context.attemptedAction ?? "", ...failed.recoverySuggestions];
        if (texts.some((text) => NOT_OF_PROGRAMS.test(ownWords(text)))) problems.push(`${where}: ${texts.join(" | ")}`);
        if (NOT_REACHED.has(where)) continue;
        const isNamed = failed.message.includes(option) || /a locator is what|a target is/.test(failed.message);
        if (failed.code !== "INVALID_ARGUMENT" || !isNamed) problems.push(`${where}: ${failed.code} ${failed.message}`);
        count += 1;
      }
    }
  }
  assert.deepEqual(problems, []);
  assert.ok(count > 200, `${count}`);
  const asserted: unknown = await expect(phone.locator("id/terms"))
    .toBeVisible({ timeoutMs: {} as never })
    .catch((error: unknown) => error);
  assert.ok(isFoveaError(asserted, "INVALID_ARGUMENT"), String(asserted));
  assert.match(asserted.message, /timeoutMs/);
});

test("an argument of the wrong type is refused by the name in the call", async () => {
  const options = { companion: "off", actionTimeoutMs: 0, memory };
  await using phone = await connect({ virtual: { app: "form" }, options });
  const wrong = { wrong: 1 } as never;
  const named: readonly (readonly [() => Promise<unknown>, RegExp])[] = [
    [() => phone.find(wrong), /^find: query: /],
    [() => phone.type(wrong), /^type: text: /],
    [() => phone.swipe("sideways" as never), /^swipe: way: /],
    [() => phone.scrollTo(wrong), /^scrollTo: query: /],
    [() => phone.scrollTo("x", { way: "away" as never }), /^scrollTo: way: /],
    [() => phone.focus(wrong), /^focus: query: /],
    [() => phone.press(wrong), /^press: key: /],
    [() => phone.open(wrong), /^open: packageOrUrl: /],
    [() => phone.act(wrong), /^act: sentence: /],
    [() => phone.wait(wrong), /^wait: condition: /],
    [() => phone.apps.close(wrong), /^apps\.close: packageId: /],
    [() => phone.apps.use("x"), /^packageId: "x" is not a package id/],
    [() => phone.device.tapNotification(wrong), /^device\.tapNotification: title: /],
    [() => phone.files.list(wrong), /^files\.list: folder: /],
    [() => phone.files.pull(wrong), /^files\.pull: path: /],
    [() => phone.memory.screen(wrong), /^memory\.screen: id: /],
    [() => phone.memory.note(wrong), /^memory\.note: words: /],
    [() => phone.adb.shell(wrong), /^adb\.shell: argv: /],
  ];
  for (const [call, message] of named) {
    const failed: unknown = await call().catch((error: unknown) => error);
    assert.ok(isFoveaError(failed, "INVALID_ARGUMENT"), String(failed));
    assert.match(failed.message, message);
    assert.match(failed.hint, /Its options are: .*signal|types of fovea-mcp|Call apps\.list/, failed.message);
  }
});

test("no recovery for programs names a tool, an argument of a tool, or a flag", () => {
  for (const [code, recoveries] of Object.entries(ERROR_CODES))
    for (const recovery of [recoveries].flat()) {
      const said = forProgram(recovery, null);
      assert.doesNotMatch(ownWords(said), NOT_OF_PROGRAMS, `${code}: ${said}`);
      assert.doesNotMatch(said, /[Cc]all wait for|wait for\.|of wait for/, `${code}: ${said}`);
    }
});

test("every call and option that a recovery names exists in the library", () => {
  const own = (prefix: string, calls: Readonly<Record<string, CallShape>>) =>
    Object.keys(calls).map((name) => prefix + name);
  const calls = new Set([
    ...own("", shapes.PHONE_CALLS),
    ...own("apps.", shapes.APP_CALLS),
    ...own("device.", shapes.DEVICE_CALLS),
    ...own("files.", shapes.FILE_CALLS),
    ...own("memory.", shapes.MEMORY_CALLS),
    ...["listDevices", "emulators.list", "stop of"],
  ]);
  const known = new Set(
    [shapes.PHONE_CALLS, shapes.APP_CALLS, shapes.DEVICE_CALLS, shapes.FILE_CALLS, shapes.MEMORY_CALLS].flatMap((all) =>
      Object.entries<CallShape>(all).flatMap(([name, shape]) => [name, ...Object.keys(shape.known)]),
    ),
  );
  for (const key of ["listDevices", ...OPTIONS.map((option) => String(option.key)), ...NAMES_OF_OTHERS.split(" ")])
    known.add(key);
  const problems: string[] = [];
  let count = 0;
  for (const [code, recoveries] of Object.entries(ERROR_CODES))
    for (const recovery of [recoveries].flat()) {
      const said = ownWords(forProgram(recovery, null));
      for (const [, name = ""] of said.matchAll(CALLED)) {
        count += 1;
        if (!calls.has(name)) problems.push(`${code}: ${name}: ${said}`);
      }
      for (const [name] of said.matchAll(/\b[a-z]+(?:[A-Z][A-Za-z]*)+\b/g))
        if (!known.has(name)) problems.push(`${code}: ${name}: ${said}`);
      for (const [, name = ""] of said.matchAll(/\bobserve with (\w+)/g))
        if (!Object.hasOwn(shapes.PHONE_CALLS.observe.known, name)) problems.push(`${code}: observe with ${name}`);
      if (/\b[a-z]+=\w|observe without/.test(said)) problems.push(`${code}: ${said}`);
    }
  assert.deepEqual(problems, []);
  assert.ok(count > 20, `${count}`);
});

test("text in quotes, keys and names of settings stay unchanged", () => {
  for (const text of ['Look at "type_text with hold_ms" there.', "For example system/screen_brightness.", "a.b_c/.D_e"])
    assert.equal(forProgram(text, null), text);
  assert.equal(forProgram("wait longer with timeout_ms of wait_for.", null), "wait longer with timeoutMs of wait.");
  assert.equal(forProgram("wait_for what should appear.", null), "wait for what should appear.");
  assert.equal(forProgram('press_key with key "wakeup" turns it on.', null), "press wakeup turns it on.");
  assert.equal(forProgram("Name one with --connect.", null), "Name one with `options.connect`.");
  assert.equal(forProgram("Run `fovea setup --connect x`.", null), "Run `fovea setup --connect x`.");
});

test("the error of a plug-in's action names tools to a model, and calls to a program", () => {
  const error = new FoveaError("ELEMENT_NOT_FOUND", "nothing matches", { hint: "Call wait_for, or scroll_to it." });
  const programs = inWordsOfPrograms(error, { name: "tap", options: [] });
  assert.equal(programs.hint, "Call wait, or scrollTo it.");
  assert.equal(inWordsOfTools(programs), error);
});
