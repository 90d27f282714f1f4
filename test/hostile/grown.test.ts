import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fuzz } from "../support/fuzz.js";
import { hostileText, riskyText } from "../support/hostile-text.js";
import { isAllowed, PARSERS, type ParserEntry } from "../support/parser-table.js";

/** Far more than reading in one pass takes on a busy machine, far less than reading each place again. */
const MOST_MS = 2_500;
const MOST_BYTES = 400_000;

async function read({ names, run }: ParserEntry, bytes: Buffer): Promise<void> {
  const { user: userBefore, system: systemBefore } = process.cpuUsage();
  try {
    await run(bytes);
  } catch (error) {
    assert.ok(isAllowed(error), `${names}: ${error instanceof Error ? error.stack : String(error)}`);
  }
  const { user, system } = process.cpuUsage();
  const ms = (user - userBefore + system - systemBefore) / 1_000;
  assert.ok(ms < MOST_MS, `${names} took ${Math.round(ms)} ms of processor time for ${bytes.length} bytes`);
}

/** Up to so many bytes: the same again and again, twice as often each time. */
const MOST_DOUBLINGS = 18;
const doublings = fc.oneof(fc.integer({ min: 0, max: MOST_DOUBLINGS }), fc.constant(MOST_DOUBLINGS));

function grown(unit: string, times: number): string {
  const most = Math.max(1, Math.floor(MOST_BYTES / Math.max(1, unit.length)));
  return unit.repeat(Math.min(most, 2 ** times));
}

for (const entry of PARSERS) {
  const encoding = entry.isBinary === true ? "latin1" : "utf8";
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...entry.words) },
    { weight: 2, arbitrary: fc.constantFrom("\n", " ", "\r", "\r\n", "\t", "{", "[", "(", "0") },
    { weight: 1, arbitrary: hostileText },
  );
  const pieces = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));

  test(`nearly valid input of growing length gives a value or a code: ${entry.names.join(", ")}`, async () => {
    const property = fc.asyncProperty(pieces, pieces, doublings, async (head, unit, times) => {
      await read(entry, Buffer.from(head + grown(unit, times), encoding));
    });
    await fc.assert(property, fuzz(12));
  });
}

/** What patterns may begin with again and again. */
const REPEATED: readonly string[] = ["\r", "\n", " ", "}", "'", "[", "Window{1 u0 ", "a.", "\u0301"];

/** Where an app or its own maker writes words: titles, labels, packages, properties. */
const FIELDS: readonly (readonly [parser: string, what: string, around: (word: string) => string])[] = [
  ["parseWindow", "the title of the focused window", (word) => `  mCurrentFocus=Window{1 u0 ${word}}\n`],
  [
    "parseWindow",
    "the title of a window",
    (word) => `  Window #0 Window{1 u0 ${word}}:\n    mAttrs={(0,0)(fillxfill) ty=1}\n`,
  ],
  [
    "parseWindow",
    "a package",
    (word) => `  Window #0 Window{1 u0 a/a.B}:\n    mOwnerUid=1 package=${word} appop=NONE\n`,
  ],
  ["parseInput", "the name of a window", (word) => `FocusedWindows:\n  displayId=0, name='${word}'\n`],
  [
    "parseActivities",
    "an activity",
    (word) => `Display #0\n mResumedActivity: ActivityRecord{1 u0 ${word}/.Main t1}\n`,
  ],
  ["parseInputMethod", "an input method", (word) => `  mCurMethodId=${word}\n  mInputShown=true\n`],
  [
    "parseAccessibility",
    "the label of a service",
    (word) => `User state[\nattributes:{id=0}\nBound services:{Service[label=${word}, feedbackType]}\n`,
  ],
  ["parseGfxinfo", "a process", (word) => `** Graphics info for pid 1 [${word}] **\nTotal frames rendered: 9\n`],
  [
    "parseCrashLog",
    "an exception",
    (word) =>
      `1732250709.123  1  1 E AndroidRuntime: Process: com.x, PID: 1\n1732250709.123  1  1 E AndroidRuntime: ${word}\n`,
  ],
  [
    "parseHierarchy",
    "a label",
    (word) => `<hierarchy rotation="0"><node text="${escaped(word)}" bounds="[0,0][9,9]"/></hierarchy>`,
  ],
  [
    "parseHierarchy",
    "a package",
    (word) =>
      `<hierarchy rotation="0"><node package="${escaped(word)}" class="${escaped(word)}" resource-id="${escaped(word)}"/></hierarchy>`,
  ],
  ["parseBootReport", "a property", (word) => `[ro.build.version.sdk]: [33]\n[${word}]: [${word}]\n`],
  ["parseDeviceRows", "a model", (word) => `emulator-5554 device model:${word} transport_id:1\n`],
  ["parseServiceDump", "a socket", (word) => `fovea-epoch: 0123456789abcdef\nfovea-socket: ${word}\n`],
];

function escaped(word: string): string {
  return word.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

for (const [name, what, around] of FIELDS) {
  test(`hostile texts of any length as ${what} give a value or a code: ${name}`, async () => {
    const entry = PARSERS.find(({ names }) => names.includes(name));
    assert.ok(entry, name);
    const word = fc.oneof(riskyText, fc.constantFrom(...REPEATED));
    const property = fc.asyncProperty(word, doublings, fc.boolean(), async (unit, times, isMany) => {
      const text = isMany ? grown(around(unit), times) : around(grown(unit, times));
      await read(entry, Buffer.from(text));
    });
    const longest = REPEATED.map((unit): [string, number, boolean] => [unit, MOST_DOUBLINGS, false]);
    await fc.assert(property, fuzz(25 + longest.length, longest));
  });
}
