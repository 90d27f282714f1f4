import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { realTime, scaledTime } from "../../packages/virtual-android/src/phone-time.js";
import { inOneGo } from "../../src/base/steps.js";
import { renderOutline } from "../../src/screen/outline.js";
import { screenSince } from "../../src/screen/screen-text.js";
import { drive } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";
import { connectHttp, startHttp } from "../support/http-link.js";
import { connectMcp } from "../support/mcp-link.js";
import { readDifferences } from "../support/outline-reader.js";

const WHOLE = /^com\.fovea\.form\/\.FormActivity \| .* \| o\d+$/m;
const UNCHANGED = /^unchanged since o\d+, refs valid \| [^|]*\d+ ms old \| full: true shows all$/;

test("an unchanged screen is one short line with its source, and is shown whole on request", async () => {
  for (const start of [drive, driveCompanion]) {
    await using driven = await start({ app: "com.fovea.form" });
    const all = await driven.did("observe");
    assert.match(all, WHOLE);
    for (const args of [{}, { fresh: true }, {}]) {
      const again = await driven.did("observe", args);
      assert.match(again, UNCHANGED);
      assert.match(again, / o1,/);
      assert.ok(encode(again).length <= 40, again);
    }
    const rest = (text: string) => text.split("\n").slice(1).join("\n");
    const asked = [{ full: true }, { system_bars: true }, { max_chars: 9_000 }, { full: true, fresh: true }];
    for (const args of asked) assert.ok((await driven.did("observe", args)).includes(rest(all)), JSON.stringify(args));
  }
});

test("changes by the screen itself are lines that a reader can apply, in few tokens", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const all = await driven.did("observe");
  driven.phone.hooks.tap("I agree to the terms");
  const [first = "", ...lines] = (await driven.did("observe")).split("\n");
  assert.match(first, /^changed since o1 \| uiautomator, \d+ ms old \| o\d+$/);
  const { lastObservation } = await driven.product.session();
  const isOutline = (line: string) => !line.startsWith("(");
  const body = all.split("\n").slice(1).filter(isOutline).join("\n");
  assert.equal(readDifferences(body, lines.join("\n")), lastObservation && renderOutline(lastObservation));
  assert.ok(encode([first, ...lines].join("\n")).length <= 60, lines.join("\n"));
  assert.match(await driven.did("observe"), UNCHANGED);
  const tapped = await driven.did("tap", { target: 'radio "Plus"' });
  const [, after] = / \| (o\d+)$/m.exec(tapped) ?? [];
  assert.match(await driven.did("observe"), new RegExp(`^unchanged since ${after}, refs valid `));
});

test("three of 97 lines that change by themselves cost at most 90 tokens", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.stress" });
  assert.equal((await driven.did("observe")).split("\n").length, 1 + 96);
  for (const cell of ["Cell 3", "Cell 40"]) driven.phone.hooks.tap(cell);
  const reported = await driven.did("observe");
  assert.match(
    reported,
    /\n~ e\d+ "Board – 2 marked" was e1 "Board – 0 marked"\n(?:~ .* "Marked" .* checked was e\d+ "Open"\n){2}/,
  );
  // After days of use numbers have four digits, and tokens hold three.
  const later = reported.replaceAll(/\b([eo])(\d+)/g, (_, kind, number) => `${kind}${4_000 + Number(number)}`);
  for (const text of [reported, later]) assert.ok(encode(text).length <= 90, `${encode(text).length}: ${text}`);
});

test("a screen with another fact or warning is not reported as unchanged", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const before = (await driven.product.session()).lastObservation;
  assert.ok(before);
  const since = { before, name: "o1", asksForFrames: false };
  assert.equal(inOneGo(screenSince(before, since))?.isSame, true);
  const warning = { probe: "screenshot", code: "SCREENSHOT_FAILED", message: "no picture" } as const;
  const warned = inOneGo(screenSince({ ...before, errors: [warning] }, since));
  assert.equal(warned?.isSame, false);
  assert.match(
    warned?.text ?? "",
    /^changed since o1 .*\n! SCREENSHOT_FAILED no picture\n\(nothing in the outline changed\)$/,
  );
  assert.equal(inOneGo(screenSince({ ...before, device: { ...before.device, bootId: "another" } }, since)), null);
  assert.equal(inOneGo(screenSince({ ...before, hierarchySource: "a11y-service" }, since)), null);
  const typing = { ...before, ime: before.ime && { ...before.ime, visible: true } };
  assert.match(
    inOneGo(screenSince(typing, since))?.text ?? "",
    /^changed since o1 \| com\.fovea\.form\/.* \| keyboard shown \| /,
  );
  driven.phone.hooks.setAwake(false);
  assert.match(await driven.did("observe"), / \| screen off \| .*\n\(the elements could not be read\)$/s);
});

test("the whole screen is shown again after twenty answers with only changes", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  for (let answer = 1; answer <= 20; answer += 1) assert.match(await driven.did("observe"), UNCHANGED, `${answer}`);
  assert.match(await driven.did("observe"), WHOLE);
  assert.match(await driven.did("observe"), UNCHANGED);
});

test("a caller that was shown only part of a screen is shown the whole screen", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  assert.match(await driven.did("observe", { max_chars: 300 }), /left out/);
  assert.match(await driven.did("observe"), WHOLE, "the earlier answer was shortened");
  assert.match(await driven.did("observe"), UNCHANGED);
  await using other = await connectMcp(driven.product);
  assert.match((await other.call("observe")).text, WHOLE, "another client");
  await using http = await startHttp(driven.product);
  await using modern = await connectHttp(http);
  const [, id] = /\(observation (o\d+)\)$/.exec((await modern.call("observe")).text) ?? [];
  assert.match((await modern.call("observe")).text, WHOLE, "a request without the name of its client");
  assert.match(
    (await modern.call("observe", { since: "o999" })).text,
    WHOLE,
    "an observation that no client was shown",
  );
  for (const _ of [1, 2]) {
    const { text } = await modern.call("observe", { since: id });
    assert.match(text.split("\n")[0] ?? "", UNCHANGED);
    assert.match(text, new RegExp(`since ${id}, .*\\n\\(observation ${id}\\)$`));
    assert.ok(encode(text).length <= 48, text);
  }
});

test("the whole screen is shown after a failed call", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  await driven.refused("REF_STALE", "tap", { target: "e99999" });
  assert.match(await driven.did("observe"), WHOLE);
  assert.match(await driven.did("observe"), UNCHANGED);
});

test("the whole screen is shown after a pause, since another conversation may have begun", async () => {
  const now = performance.now.bind(performance);
  // The pause is the server's alone: the phone would give up what it is just doing for the server.
  await using driven = await driveCompanion({ app: "com.fovea.form", clock: scaledTime(8, realTime(now)) });
  await driven.did("observe");
  let passedMs = 4 * 60_000;
  Object.assign(performance, { now: () => now() + passedMs });
  try {
    assert.match(await driven.did("observe"), UNCHANGED);
    passedMs += 6 * 60_000;
    assert.match(await driven.did("observe"), WHOLE);
    assert.match(await driven.did("observe"), UNCHANGED);
  } finally {
    Object.assign(performance, { now });
  }
});
