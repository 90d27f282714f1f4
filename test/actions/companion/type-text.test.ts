import assert from "node:assert/strict";
import { test } from "node:test";
import { WireError } from "../../../packages/virtual-android/src/companion/wire/wire-error.js";
import { drive, refIn } from "../../support/drive.js";
import { driveCompanion, HOSTS } from "../../support/drive-companion.js";
import { observeProduct } from "../../support/observe-product.js";
import { recordInput } from "../../support/recorder.js";

const first = (text: string) => text.split("\n")[0] ?? "";
const UNICODE = "Grüße, 世界! مرحبا 👩‍👩‍👧 – “quoted” %s $5 \\ 'x'";

/** The text of a field, from the phone itself. */
async function held(product: Parameters<typeof observeProduct>[0], id: string): Promise<string | null | undefined> {
  const { elements, viewHierarchy } = await observeProduct(product);
  const node = elements.find(({ resourceId }) => resourceId?.endsWith(`id/${id}`))?.node ?? -1;
  return viewHierarchy?.nodes[node]?.text;
}

for (const host of HOSTS) {
  for (const apiLevel of [24, 30, 36]) {
    test(`type_text sets text of every script in the named field in one piece (${host}, API ${apiLevel})`, async () => {
      await using driven = await driveCompanion({ host, apiLevel, app: "com.fovea.form" });
      const { received } = recordInput(driven.phone);
      const text = await driven.did("type_text", { target: "id/name", text: UNICODE });
      assert.match(first(text), new RegExp(`^typed ${[...UNICODE].length} characters in e\\d+ field by text$`));
      assert.equal(await held(driven.product, "name"), UNICODE);
      assert.doesNotMatch(text, /^!/m);
      await driven.did("type_text", { text: "é" });
      assert.equal(await held(driven.product, "name"), `${UNICODE}é`);
      await driven.did("type_text", { target: "id/name", text: "neu", clear: true });
      assert.equal(await held(driven.product, "name"), "neu");
      await driven.did("type_text", { target: "id/name", text: "", clear: true });
      assert.ok(["", "Given and family name"].includes((await held(driven.product, "name")) ?? "none"));
      assert.deepEqual(received, [], "not a key, not a touch");
    });
  }
}

test("type_text appends at the end of a field that did not have the focus", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("type_text", { target: "id/name", text: "one" });
  await driven.did("type_text", { target: "id/email", text: "a@b" });
  await driven.did("type_text", { target: "id/name", text: ", two" });
  assert.equal(await held(driven.product, "name"), "one, two");
  assert.equal(await held(driven.product, "email"), "a@b");
});

test("type_text sets ten thousand characters with line breaks in a field of several lines and reads them back", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.notes", speed: 10 });
  await driven.did("observe");
  await driven.did("tap", { target: 'row "Shopping"' });
  const outline = await driven.did("observe", { full: true });
  const line = "Zeile äöü 0123456789 0123456789 0123456789 012345\n";
  const text = line.repeat(200);
  assert.equal(text.length, 10_000);
  const body = refIn(outline, /field .*"Milk/);
  const answer = await driven.did("type_text", { target: body, text, clear: true });
  assert.match(first(answer), /^cleared, typed 10000 characters in e\d+ field by text$/);
  assert.doesNotMatch(answer, /^!/m);
  const { elements, viewHierarchy } = await observeProduct(driven.product);
  const node = elements.find(({ focused }) => focused === true)?.node ?? -1;
  assert.equal(viewHierarchy?.nodes[node]?.text, text);
  assert.deepEqual(driven.asked.filter((method) => method === "commitText").length, 1);
});

test("type_text refuses a line break in a field of one line, unless submit is set", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  const refused = await driven.refused("TEXT_UNSUPPORTED", "type_text", { target: "id/name", text: "ä\nö" });
  assert.match(refused, /the field has one line; nothing was typed\nNext: Pass submit=true/);
  assert.ok(!driven.asked.includes("commitText"));
  const { received } = recordInput(driven.phone);
  const answer = await driven.did("type_text", { target: "id/name", text: "ä", submit: true });
  assert.match(first(answer), /^typed 1 character, pressed Enter in e\d+ field by text$/);
  assert.deepEqual(
    received.map(({ words }) => words),
    ["ENTER"],
  );
});

test("type_text never shows a password, and refuses to append to one where the release can only replace it", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form", apiLevel: 30 });
  const secret = "gehéim-€";
  const answer = await driven.did("type_text", { target: "id/password", text: secret });
  assert.ok(!answer.includes(secret) && !answer.includes("gehe"), answer);
  assert.match(answer, /•/);
  const refused = await driven.refused("TEXT_UNSUPPORTED", "type_text", { target: "id/password", text: "ü" });
  assert.match(refused, /`input` cannot type "ü".*the companion could not: .*can only be replaced/);
  const byKeys = await driven.did("type_text", { target: "id/password", text: "abc" });
  assert.match(
    byKeys,
    /^typed 3 characters in e\d+ field\n! done through `input`, not the companion: .*can only be replaced/,
  );
  assert.match(await driven.did("type_text", { target: "id/password", text: "ünew", clear: true }), / by text\n/);
});

test("type_text refuses arguments that are not text, targets that are not fields and empty text before it types", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.refused("TEXT_UNSUPPORTED", "type_text", { target: "id/name", text: "bell \u0007" });
  await driven.refused("TEXT_UNSUPPORTED", "type_text", { target: "id/name", text: "half \ud83d" });
  await driven.refused("NO_TEXT_FIELD", "type_text", { target: "id/terms", text: "ä" });
  await driven.refused("NO_TEXT_FIELD", "type_text", { text: "ä" });
  await driven.refused("INVALID_ARGUMENT", "type_text", { target: "id/name", text: "" });
  assert.deepEqual(driven.asked, []);
});

test("without the companion type_text has the limits of `input`, and the refusal names what removes them", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const refused = await driven.refused("TEXT_UNSUPPORTED", "type_text", { target: "id/name", text: "ä" });
  assert.match(refused, /\nNext: A companion types any text.*: `fovea doctor` .* `fovea setup`/);
  const long = await driven.refused("INVALID_ARGUMENT", "type_text", { target: "id/name", text: "x".repeat(3_000) });
  assert.match(long, /at most 2000.*\nNext: .*`fovea doctor`.*`fovea setup`/);
  const pinched = await driven.refused("UNSUPPORTED_ON_DEVICE", "pinch", { percent: 200 });
  assert.match(pinched, /\nNext: `fovea doctor`/);
});

test("type_text is refused with FOCUS_LOST where another field takes the focus right before the text is typed", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("type_text", { target: "id/email", text: "one@x" });
  await driven.did("type_text", { target: "id/name", text: "b" });
  await driven.did("tap", { target: "id/email" });
  // Fovea moves the cursor to the end of the field after it has the focus.
  driven.before("nodeAction", () => driven.before("nodeAction", () => driven.phone.hooks.tap("one@x")));
  const text = await driven.refused("FOCUS_LOST", "type_text", { target: "id/name", text: "sécret" });
  assert.match(text, /the focus moved on .*; nothing was typed\nNext: Observe to see where the focus is/);
  assert.ok(!text.includes("cret"));
  assert.deepEqual([await held(driven.product, "name"), await held(driven.product, "email")], ["b", "one@x"]);
});

test("a connection lost while text is typed is reported as may have happened, without the text", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  driven.product.device.faults.set([{ request: "service commitText", fault: { kind: "disconnect", afterBytes: 0 } }]);
  const { received } = recordInput(driven.phone);
  const { text, isError } = await driven.mcp.call("type_text", { target: "id/name", text: "secret" });
  assert.ok(isError && /\(it may have happened\)\nNext: Observe/.test(text) && !text.includes("secret"), text);
  assert.deepEqual(received, []);
  assert.equal(driven.asked.filter((method) => method === "commitText").length, 1);
});

test("type_text reports the content of a field that changed the typed text", async () => {
  await using driven = await driveCompanion({ host: "shell", app: "com.fovea.form" });
  await driven.did("observe");
  driven.instead(() => ({ commitText: async () => ({ result: { via: "setText", seq: 1 } }) }));
  const text = await driven.did("type_text", { target: "id/name", text: "é" });
  assert.match(text, /^! none of it is in the field: typed "é", now ""$/m);
});

test("type_text uses keys for a field that takes no text from the service, where `input` can type the text", async () => {
  await using driven = await driveCompanion({ host: "shell", app: "com.fovea.form" });
  await driven.did("observe");
  const refused = new WireError("UNSUPPORTED", "the field takes no text", { mayHaveHappened: false });
  driven.instead(() => ({ commitText: () => Promise.reject(refused) }));
  const text = await driven.did("type_text", { target: "id/name", text: "abc" });
  assert.match(text, /^typed 3 characters in e\d+ field\n! done through `input`, not the companion: .*takes no text/);
  assert.equal(await held(driven.product, "name"), "abc");
});

test("type_text with submit and no text presses only Enter", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("type_text", { target: "id/name", text: "x" });
  const { received } = recordInput(driven.phone);
  assert.match(await driven.did("type_text", { text: "", submit: true }), /^pressed Enter in e\d+ field\n/);
  assert.deepEqual(
    received.map(({ words }) => words),
    ["ENTER"],
  );
});
