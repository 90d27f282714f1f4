import assert from "node:assert/strict";
import { test } from "node:test";
import { type Driven, drive } from "../../support/drive.js";
import { driveCompanion } from "../../support/drive-companion.js";
import { recordInput } from "../../support/recorder.js";

const ROUTES = {
  "without the companion": () => drive({ app: "com.fovea.form" }),
  "with the companion": () => driveCompanion({ app: "com.fovea.form" }),
} as const;

/** The box of an element, as `find` prints it. */
async function boxOf(driven: Driven, query: string): Promise<string> {
  const box = /\[\d+,\d+\]\[\d+,\d+\]/.exec(await driven.did("find", { query }))?.[0];
  assert.ok(box, query);
  return box;
}

for (const [route, start] of Object.entries(ROUTES)) {
  test(`${route}, type_text with a box on no field types nothing, even where another field has the focus`, async () => {
    await using driven = await start();
    await driven.did("tap", { target: "id/name" });
    const { received, clear } = recordInput(driven.phone);
    clear();
    const onControl = { text: "Anna", target: await boxOf(driven, "id/country") };
    assert.match(
      await driven.refused("NO_TEXT_FIELD", "type_text", onControl),
      /is not a text field; nothing was touched/,
    );
    assert.deepEqual(received, []);
    const onWords = { text: "Anna", target: await boxOf(driven, 'text "Full name"') };
    const refused = await driven.refused("NO_TEXT_FIELD", "type_text", onWords);
    assert.match(refused, /^NO_TEXT_FIELD: \d+,\d+ was tapped, but the focus is in e\d+ field .*; nothing was typed/);
    assert.ok(!driven.phone.hooks.find("Anna"));
  });

  test(`${route}, type_text with a box on a field types into that field, wherever the focus is`, async () => {
    await using driven = await start();
    await driven.did("tap", { target: "id/name" });
    const answer = await driven.did("type_text", { text: "a@b.de", target: await boxOf(driven, "id/email") });
    assert.match(answer, /^~ e\d+ field .*"a@b\.de" focused/m);
  });
}
