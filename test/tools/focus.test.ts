import assert from "node:assert/strict";
import { test } from "node:test";
import type { App } from "../../packages/virtual-android/src/apps/app.js";
import { FieldModel } from "../../packages/virtual-android/src/ui/field.js";
import { column, row, text } from "../../packages/virtual-android/src/ui/widgets/basic.js";
import { button } from "../../packages/virtual-android/src/ui/widgets/buttons.js";
import { plainField } from "../../packages/virtual-android/src/ui/widgets/inputs.js";
import { useCompanions } from "../support/companion-ways.js";
import { drive, hintsOf } from "../support/drive.js";

const PACKAGE = "com.fovea.tv";
const TV = { size: { width: 960, height: 540 }, density: 160, navigation: "gesture" } as const;

/** A screen of a television: rows of cards, which the D-pad alone reaches. */
function tvApp(): { readonly make: () => App; readonly chosen: string[] } {
  const chosen: string[] = [];
  const field = new FieldModel({ text: "abc" });
  const card = (name: string) => button(name, () => void chosen.push(name));
  const make = (): App => ({
    packageName: PACKAGE,
    label: "Television",
    icon: { symbol: "globe", color: 0xff1f8f8f },
    activities: [
      {
        className: `${PACKAGE}.MainActivity`,
        isLauncher: true,
        open: () => ({
          content: () =>
            column(
              [
                text("Films", { id: "title" }),
                row([plainField({ field, hint: "Search", id: "search", width: 90 }), card("Go")], { gap: 20 }),
                ...["A", "B", "C"].map((line) =>
                  row(
                    [1, 2, 3, 4].map((place) => card(`${line}${place}`)),
                    { gap: 20 },
                  ),
                ),
                text("Nothing here takes the focus"),
              ],
              { width: "fill", height: "fill", gap: 20, padding: 40 },
            ),
        }),
      },
    ],
  });
  return { make, chosen };
}

async function start(more: Parameters<typeof drive>[0] = {}) {
  const tv = tvApp();
  const driven = await drive({
    ...TV,
    app: PACKAGE,
    moreApps: () => [tv.make()],
    config: { tools: ["device"] },
    ...more,
  });
  return { ...driven, tv };
}

test("focus reaches an element by the fewest keys, and dpad_center then selects it", async () => {
  await using phone = await start();
  await phone.did("focus", { target: '"A1"' });
  const moved = await phone.did("focus", { target: '"B3"' });
  assert.match(moved, /moved the focus to e\d+ button "B3" focused by 3 keys: dpad_down, dpad_right, dpad_right\n/);

  assert.match(await phone.did("focus", { target: '"B3"' }), /"B3" .*has the focus already; no key was pressed/);
  assert.match(await phone.did("focus", { target: '"C2"' }), /by 2 keys: dpad_down, dpad_left\n/);
  await phone.did("press_key", { key: "dpad_center" });
  assert.deepEqual(phone.tv.chosen, ["C2"]);
});

test("with the companion focus also reaches an element by the fewest keys", async () => {
  await using phone = await start({ onDevice: "enabled", link: useCompanions() });
  await phone.did("focus", { target: '"A2"' });
  await phone.did("focus", { target: '"C4"' });
  await phone.did("press_key", { key: "dpad_center" });
  assert.deepEqual(phone.tv.chosen, ["C4"]);
});

test("focus computes its path again where a key moves differently from Android's rule", async () => {
  await using phone = await start();
  await phone.did("focus", { target: 'field "abc"' });
  // The key moves the caret of the field.
  const text = await phone.did("focus", { target: '"Go"' });
  assert.match(text, /"Go" focused by 4 keys: dpad_right, dpad_down, dpad_right, dpad_up/);
});

test("focus refuses elements that cannot have the focus, are missing, or need more keys than allowed", async () => {
  await using phone = await start();
  await phone.refused("TARGET_UNREACHABLE", "focus", { target: '"Films"' });
  await phone.refused("ELEMENT_NOT_FOUND", "focus", { target: '"Z9"' });
  await phone.did("focus", { target: '"A1"' });
  assert.match(
    await phone.refused("TARGET_UNREACHABLE", "focus", { target: '"C4"', most_keys: 2 }),
    /after 2 keys, the limit, .*; pressed: /,
  );
  await phone.refused("INVALID_ARGUMENT", "focus", { target: '"A1"', most_keys: 0 });
  await phone.refused("SELECTOR_SYNTAX", "focus", { target: "e1.5,, ((" });
});

test("focus is a tool of the group device that acts, and is not listed without the group", async () => {
  await using phone = await start();
  assert.deepEqual(await hintsOf(phone, "focus"), [false, false, true, true]);
  await using plain = await start({ config: {} });
  const { tools } = await plain.mcp.client.listTools();
  assert.ok(tools.every(({ name }) => name !== "focus"));
});
