import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { textCalls } from "../../../src/actions/text/text-calls.js";
import { type Driven, drive } from "../../support/drive.js";
import { recordInput } from "../../support/recorder.js";

const FAMILIES = [24, 28, 30, 33, 36] as const;

/** Strings with special characters of shells, of `input` and of formats. */
const SNARES = [
  "%s",
  "100%s%%s %",
  "%",
  "s%",
  "a  b   c",
  " lead and trail ",
  "it's",
  "\"quoted\" 'single' `tick`",
  `$HOME ${"$"}{x} $(id) $$`,
  "back\\slash \\n \\\\ \\",
  "-n -e --help",
  "a;b&c|d>e<f(g)h{i}[j]*k?l~m!n#o^p",
  "=+@,.:/_",
] as const;

const printable = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });

/** The text of a field, from the phone's own tree. */
function held({ phone }: Driven, id: string): string | undefined {
  const windows = phone.accessibilityWindows();
  const find = (nodes: readonly (typeof windows)[number]["root"][]): string | undefined => {
    for (const node of nodes) {
      if (!node) continue;
      if (node.resourceId.endsWith(`id/${id}`)) return node.text;
      const inside = find(node.children);
      if (inside !== undefined) return inside;
    }
    return undefined;
  };
  return find(windows.map(({ root }) => root));
}

for (const apiLevel of FAMILIES) {
  test(`type_text delivers every printable ASCII character unchanged (API ${apiLevel})`, async () => {
    await using driven = await drive({ apiLevel, app: "com.fovea.form" });
    await driven.did("tap", { target: "id/about" });
    const { received, clear } = recordInput(driven.phone);
    const random = fc.sample(fc.string({ unit: printableUnit(), minLength: 1, maxLength: 60 }), {
      numRuns: 2,
      seed: apiLevel,
    });
    for (const text of [SNARES[apiLevel % SNARES.length] ?? "", SNARES.join(""), ...random]) {
      clear();
      await driven.did("type_text", { text, target: "id/about", clear: true });
      assert.equal(held(driven, "about"), text);
      assert.ok(received.length > 0);
    }
  });
}

function printableUnit() {
  return fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
}

test("textCalls type exactly the text, whatever `input` makes of %s", () => {
  fc.assert(
    fc.property(printable, (text) => {
      const calls = textCalls(text, false);
      // `input text` turns every %s of an argument into a space, and nothing else.
      const typed = calls.map(([verb, words = ""]) => (verb === "text" ? words.replaceAll("%s", " ") : "?")).join("");
      assert.equal(typed, text);
      assert.ok(calls.every(([, words = ""]) => words.length > 0 && !words.includes(" ")));
    }),
    { seed: 1, numRuns: 2_000 },
  );
});

test("type_text types a line break in a field of several lines, and elsewhere only with submit", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("type_text", { target: "id/about", text: "one\ntwo" });
  assert.equal(held(driven, "about"), "one\ntwo");
  const { received } = recordInput(driven.phone);
  await driven.did("press_key", { key: "back" });
  const refused = await driven.refused("TEXT_UNSUPPORTED", "type_text", { target: "id/name", text: "one\ntwo" });
  assert.match(refused, /line break.*the field has one line; nothing was typed\nNext: Pass submit=true/);
  assert.equal(received.filter(({ kind }) => kind === "text").length, 0);
  await driven.did("type_text", { target: "id/name", text: "one\ntwo", submit: true });
  const sent = received.flatMap(({ kind, words }) =>
    kind === "text" ? [words] : kind === "key" ? [`<${words}>`] : [],
  );
  assert.equal(sent.join(""), "<BACK>one<ENTER>two<ENTER>");
});

test("TEXT_UNSUPPORTED names each character that cannot be typed once, and another way", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const text = await driven.refused("TEXT_UNSUPPORTED", "type_text", { target: "id/name", text: "aéé\u202e\u0007–" });
  assert.match(text, /"é" \(U\+00E9\), U\+202E, U\+0007, "–" \(U\+2013\); nothing was typed/);
  const tab = await driven.refused("TEXT_UNSUPPORTED", "type_text", { target: "id/name", text: "a\tb" });
  assert.match(tab, /Next: A tab leaves the field: press_key/);
  const many = Array.from({ length: 30 }, (_, place) => String.fromCodePoint(0x4e00 + place)).join("");
  assert.match(await driven.refused("TEXT_UNSUPPORTED", "type_text", { target: "id/name", text: many }), /and 20 more/);
});

test("text typed into a password field is in no answer, no error and no log", async () => {
  const secret = "hunter2-Secret";
  await using driven = await drive({ app: "com.fovea.form" });
  const heard: string[] = [];
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (chunk: string | Uint8Array) => {
    heard.push(String(chunk));
    return true;
  };
  try {
    heard.push(await driven.did("type_text", { target: "id/password", text: secret }));
    assert.equal(driven.phone.hooks.find(secret), undefined);
    heard.push(await driven.did("observe", { details: ["ids"] }));
    for (const fault of [
      { command: "^(cmd )?input text", fault: { kind: "fail", status: 1, stderr: `Error: cannot type ${secret}` } },
      { command: "^(cmd )?input text", fault: { kind: "prefix", stderr: `java.lang.Exception: ${secret}` } },
      { service: "input.*text", fault: { kind: "disconnect", afterBytes: 0 } },
    ] as const) {
      driven.product.device.faults.set([fault]);
      const { text, isError } = await driven.mcp.call("type_text", { target: "id/password", text: secret });
      assert.ok(isError, text);
      heard.push(text);
    }
  } finally {
    process.stderr.write = write;
  }
  for (const words of heard) assert.ok(!words.includes(secret) && !words.includes("hunter2"), words);
});

test("type_text stops where another window takes the focus while it types", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("tap", { target: "id/about" });
  const { received } = recordInput(driven.phone);
  const typeText = driven.phone.typeText;
  driven.phone.typeText = (text) => {
    typeText.call(driven.phone, text);
    driven.phone.typeText = typeText;
    driven.phone.hooks.open("com.fovea.browser");
  };
  const text = await driven.refused("FOCUS_LOST", "type_text", { text: "x".repeat(240) });
  assert.match(text, /is no longer in front.*; the rest was not typed \(it may have happened\)\nNext: Observe to see/);
  const typed = received
    .filter(({ kind }) => kind === "text")
    .map(({ words }) => words)
    .join("");
  assert.ok(typed.length > 0 && typed.length < 240, typed);
});

test("type_text reports a field that filters or cuts off the typed text", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const text = await driven.did("type_text", { target: "id/age", text: "12345" });
  assert.match(text, /^! only the beginning is there: .*: typed "12345", now "123"$/m);
});

test("type_text with clear empties a field with and without the select-all key, and only where that is certain", async () => {
  for (const apiLevel of [30, 33]) {
    await using driven = await drive({ apiLevel, app: "com.fovea.form" });
    await driven.did("type_text", { target: "id/name", text: "old words" });
    await driven.did("type_text", { target: "id/name", text: "", clear: true });
    assert.equal(held(driven, "name"), "Given and family name");
    const typed = await driven.did("type_text", { target: "id/name", text: "new", clear: true });
    assert.match(typed, /^cleared, typed 3 characters in e\d+ field\n/);
    assert.equal(held(driven, "name"), "new");
  }
});
