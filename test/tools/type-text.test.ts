import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf, refIn } from "../support/drive.js";
import { recordInput } from "../support/recorder.js";

test("type_text types exactly the text into the named field, and the answer shows it", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const ref = refIn(await driven.did("observe"), /"Given and family name"/);
  const text = '100%s "it\'s" $5 \\ `id`; a & b | c > /dev/null *? ~ #!';
  const answer = await driven.did("type_text", { target: "id/name", text });
  assert.ok(driven.phone.hooks.find(text), answer);
  assert.match(answer, new RegExp(`^typed ${text.length} characters in ${ref} field\\n`));
  assert.match(answer, new RegExp(`^~ ${ref} field ".*" focused$`, "m"));
  await driven.did("type_text", { text: "!" });
  assert.ok(driven.phone.hooks.find(`${text}!`));
  await driven.did("type_text", { target: ref, text: "new", clear: true });
  assert.ok(driven.phone.hooks.find("new") && !driven.phone.hooks.find(text));
});

test("type_text refuses what it cannot do before it sends a key", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { received } = recordInput(driven.phone);
  const named = await driven.refused("TEXT_UNSUPPORTED", "type_text", { target: "id/name", text: "Grüße 🎉" });
  assert.match(named, /"ü" \(U\+00FC\), "ß" \(U\+00DF\), "🎉" \(U\+1F389\)/);
  await driven.refused("NO_TEXT_FIELD", "type_text", { text: "x" });
  await driven.refused("NO_TEXT_FIELD", "type_text", { target: "id/terms", text: "x" });
  await driven.refused("INVALID_ARGUMENT", "type_text", { target: "id/name", text: "" });
  await driven.refused("INVALID_ARGUMENT", "type_text", { target: "id/name", text: "x".repeat(2_001) });
  assert.deepEqual(received, []);
  assert.deepEqual(await hintsOf(driven, "type_text"), [false, true, false, true]);
});

test("type_text with submit presses Enter at the end", async () => {
  await using driven = await drive({ app: "com.fovea.browser" });
  const { received } = recordInput(driven.phone);
  const call = { target: "field", text: "example.org/submitted", clear: true, submit: true };
  const answer = await driven.did("type_text", call);
  assert.match(answer, /^cleared, typed 21 characters, pressed Enter in e\d+ field\n/);
  assert.equal(received.at(-1)?.words, "ENTER");
  assert.match(answer, /field "https:\/\/example\.org\/submitted"/);
});
