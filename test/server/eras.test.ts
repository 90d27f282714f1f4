import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type PhoneTime, scaledTime } from "../../packages/virtual-android/src/phone-time.js";
import { TOOL_GROUPS } from "../../src/base/options/choices.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";
import { writeApk } from "../support/app-apk.js";
import type { Driven } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";
import { EVERY_CALL, exampleCalls } from "../support/every-call.js";
import { writeExampleSkill } from "../support/example-skill.js";
import { ERAS, type Era, type Reply } from "../support/mcp-link.js";

type Call = readonly [string, Readonly<Record<string, unknown>>];

interface Comparable {
  readonly isError: boolean;
  readonly text: string;
  readonly mimeType: string | null;
}

/** All but `confirm_action`, which is there only where the guard asks; its own test has both eras. */
const OPTIONAL = OPTIONAL_TOOLS.filter(({ name }) => name !== "confirm_action");
const NAMES = [...TOOLS, ...OPTIONAL].map(({ name }) => name);
const TRACED = ["start_trace", "take_action", "stop_trace"].map((name) => [name, /./] as const);
/** Those of groups come first, while no clock is on the screen. */
const GROUPED = OPTIONAL.filter(({ group }) => group !== undefined);
const OTHERS = OPTIONAL.filter(({ group }) => group === undefined);
/** It is recorded during all later calls, and each picture of the whole screen costs the encoder time. */
const SMALL_VIDEO = { size: "180x400" };
const CALLS = [...exampleCalls(GROUPED, []), ...EVERY_CALL, ...exampleCalls(OTHERS, TRACED)].map(
  ([name, args]): Call => [name, name === "record_screen" ? { ...args, ...SMALL_VIDEO } : args],
);

/** Fast enough to wait for, and slow enough for gestures whose milliseconds count. */
const SPEED = 8;

/** What only an emulator or an SDK can do: the phone here is none, and the host of a test has none. */
const OF_EMULATORS = ["biometrics", "emulator"];

test("every tool gives clients of both protocol eras the same answer", async () => {
  assert.deepEqual(CALLS.map(([name]) => name).sort(), NAMES.toSorted());
  using apks = apkFolder();
  const [modern = [], legacy = []] = await Promise.all(ERAS.map((era) => answersOf(era, apks.path)));
  for (const [index, [name]] of CALLS.entries()) {
    assert.equal(modern[index]?.isError, OF_EMULATORS.includes(name), `${name}: ${modern[index]?.text}`);
    assert.deepEqual(legacy[index], modern[index], name);
  }
});

test("every tool refuses clients of both protocol eras with the same text", async () => {
  using apks = apkFolder();
  const refusals = await Promise.all(
    ERAS.map(async (era) => {
      await using driven = await startEra(era, apks.path);
      return await inTurn(NAMES, (name) => driven.refused("INVALID_ARGUMENT", name, { no_such_argument: 1 }));
    }),
  );
  assert.deepEqual(refusals[1], refusals[0]);
});

async function answersOf(era: Era, apks: string): Promise<readonly Comparable[]> {
  await using driven = await startEra(era, apks);
  const refs = new Map<string, string>();
  const inOrder = (ref: string) => refs.get(ref) ?? refs.set(ref, `e#${refs.size + 1}`).get(ref) ?? ref;
  return await inTurn(CALLS, async ([name, args]) => {
    const { text, ...answer } = comparable(await driven.mcp.call(name, args), driven);
    // What came and went unseen by one of the two took a ref there.
    return { ...answer, text: text.replace(/\be\d+\b/g, inOrder) };
  });
}

/** A phone with the companion. */
async function startEra(era: Era, apks: string): Promise<Driven> {
  const config = {
    manageApps: "allow",
    takeAction: true,
    traceTools: true,
    tools: TOOL_GROUPS,
    apkDirs: [apks],
    memory: join(apks, `memory-${era}`),
  } as const;
  writeExampleSkill(config.memory);
  return await driveCompanion({ era, app: "com.fovea.form", config, speed: SPEED, clock: withinOneMinute() });
}

/** No minute ends in a test: the clock on the screen would change between calls of one era, and not of the other. */
function withinOneMinute(): PhoneTime {
  const time = scaledTime(SPEED);
  const [startMs, wallMs] = [time.nowMs(), time.wallMs()];
  // From its middle: a task that runs late is dated back by more than the wall clock has gone on.
  const middleMs = wallMs - (wallMs % 60_000) + 30_000;
  return { ...time, wallMs: () => middleMs + (time.nowMs() - startMs) / 1_000 };
}

/** A folder with an APK to install. */
function apkFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "fovea-apks-"));
  writeApk(join(path, "app-debug.apk"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

/**
 * An answer without what differs between two phones and two moments: serials, paths, how long things took, how many
 * looks.
 */
function comparable({ text, isError, image }: Reply, { product }: Driven): Comparable {
  const plain = text
    .replaceAll(/unchanged since o\d+ (?=by events)/g, "")
    .replaceAll(product.folder, "FOLDER")
    .replaceAll(/, compared with \d+ s before/g, "")
    .replaceAll(product.serial, "SERIAL")
    .replace(/\d+(?:\.\d+)? (ms|s)\b/g, "N $1")
    .replace(/, last (?:just now|\d+ \w+ ago)/g, "")
    .replace(/\b\d{1,2}:\d\d(?::\d\d)?/g, "TIME")
    .replace(/\bo\d+\b/g, "oN");
  return { isError, text: plain, mimeType: image?.mimeType ?? null };
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
