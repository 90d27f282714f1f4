import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { golden } from "../support/companion.js";
import { corpusTest, indexedFiles } from "../support/corpus.js";
import { entryOf, foundParsers, wordsIn } from "../support/found-parsers.js";
import { fuzz } from "../support/fuzz.js";
import { hostileText } from "../support/hostile-text.js";
import { isAllowed, PARSERS, type ParserEntry } from "../support/parser-table.js";

/** Functions with names like parsers that are tested through another function, or need no test. */
const NOT_PARSERS: Readonly<Record<string, string>> = {
  decodeText: "every entry of a text passes through it",
  splitSections: "by parseWindow",
  splitDisplays: "by parseWindow",
  parseDisplaySize: "by parseWindow",
};

const FOUND = foundParsers();
const TRIED = new Set(PARSERS.flatMap(({ names }) => names));
const OTHERS = FOUND.filter(({ name }) => !TRIED.has(name) && !(name in NOT_PARSERS));

test("every parser of device output is tested here", () => {
  assert.ok(FOUND.length > 35, `only ${FOUND.length} parsers are found`);
  const untried = OTHERS.filter(({ isOfText }) => !isOfText).map(({ name, file }) => `${name} of ${file}`);
  assert.deepEqual(untried, [], "add a line to test/support/parser-table.ts, or have it read one `text: string`");
});

test("the words of a parser are those that its patterns and strings look for", () => {
  const code = String.raw`
const LEVEL = /^\s*level: (\d+)$/m;
const isOn = firstMatch(lines, /\bAC powered=(true|false)/) === "yes";
`;
  assert.deepEqual(
    wordsIn(code).map((word) => word.trim()),
    ["yes", "level:", "AC powered=", "true", "false"],
  );
});

/** Reads the bytes. Asserts that an error has a code, and that it took less than `mostMs` of processor time. */
async function read({ names, run }: ParserEntry, bytes: Buffer, mostMs: number): Promise<void> {
  const started = process.cpuUsage();
  try {
    await run(bytes);
  } catch (error) {
    assert.ok(isAllowed(error), `${names}: ${error instanceof Error ? error.stack : String(error)}`);
  }
  const { user, system } = process.cpuUsage(started);
  const ms = (user + system) / 1000; // other programs on the machine do not count
  assert.ok(ms < mostMs, `${names} took ${Math.round(ms)} ms for ${bytes.length} bytes`);
}

const LONG_BYTES = 150_000;
/** Far more than reading in one pass takes on a busy machine, far less than reading each place again. */
const MOST_MS = 4_000;

for (const entry of [...PARSERS, ...(await Promise.all(OTHERS.filter(({ isOfText }) => isOfText).map(entryOf)))]) {
  const encoding = entry.isBinary === true ? "latin1" : "utf8";
  const name = entry.names.join(", ");

  test(`nearly valid input gives a value or a code: ${name}`, async () => {
    const piece = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...entry.words) },
      { weight: 2, arbitrary: fc.constantFrom("\n", " ", "  ", "\r\n", "\t", "0", "-1", "99999999999999999999") },
      { weight: 1, arbitrary: hostileText },
    );
    const garbage = fc.array(piece, { maxLength: 40 }).map((pieces) => Buffer.from(pieces.join(""), encoding));
    const anything = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
    const property = fc.asyncProperty(fc.oneof({ weight: 5, arbitrary: garbage }, anything), async (bytes) => {
      await read(entry, bytes, MOST_MS);
    });
    await fc.assert(property, fuzz(150));
  });

  test(`one word of the format, repeated, is parsed in one pass: ${name}`, async () => {
    for (const word of [...entry.words, " ", "\n", " \n", "{", "["]) {
      await read(entry, Buffer.from(word.repeat(Math.ceil(LONG_BYTES / word.length)), encoding), MOST_MS);
    }
  });

  if (entry.corpus !== undefined) mutates(entry, entry.corpus);
}

function mutates(entry: ParserEntry, pattern: RegExp): void {
  corpusTest(
    `real dumps with pieces cut out, doubled, exchanged and inserted give values or codes: ${entry.names.join(", ")}`,
    async (folder) => {
      const files = indexedFiles(folder, pattern).map((file) => readFileSync(join(folder, file)));
      const small = files.filter((bytes) => bytes.length < 200_000);
      assert.ok(small.length > 0);
      const property = fc.asyncProperty(fc.constantFrom(...small), mutations, async (bytes, changes) => {
        await read(entry, changes.reduce(changed, bytes), MOST_MS);
      });
      await fc.assert(property, fuzz(30));
    },
  );
}

interface Mutation {
  readonly kind: "cut" | "double" | "put" | "flip" | "end";
  /** Shares of the length. */
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const mutations = fc.array(
  fc.record({
    kind: fc.constantFrom("cut", "double", "put", "flip", "end"),
    at: share,
    length: fc.double({ min: 0, max: 0.1, noNaN: true }),
    text: hostileText,
  }),
  { minLength: 1, maxLength: 4 },
);

function changed(bytes: Buffer, { kind, at, length, text }: Mutation): Buffer {
  const from = Math.floor(at * bytes.length);
  const to = Math.min(bytes.length, from + Math.ceil(length * bytes.length));
  const [head, piece, tail] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
  if (kind === "cut") return Buffer.concat([head, tail]);
  if (kind === "double") return Buffer.concat([head, piece, piece, tail]);
  if (kind === "put") return Buffer.concat([head, Buffer.from(text), piece, tail]);
  if (kind === "end") return Buffer.from(head);
  return Buffer.concat([head, Buffer.from(piece.map((byte) => byte ^ (1 << (from % 8)))), tail]);
}

test("golden messages with pieces cut out, doubled, exchanged and inserted are read or refused with a code", async () => {
  const bodies = golden("server").map(({ message }) => Buffer.from(JSON.stringify(message)));
  const readers = PARSERS.filter(({ names }) => names.some((one) => one === "readMessage" || one === "readTree"));
  const property = fc.asyncProperty(fc.constantFrom(...bodies), mutations, async (body, changes) => {
    for (const reader of readers) await read(reader, changes.reduce(changed, body), MOST_MS);
  });
  await fc.assert(property, fuzz(200));
});
