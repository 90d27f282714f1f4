import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { matchElements } from "../../src/screen/match.js";
import { parseElement } from "../../src/screen/selector.js";

type Box = readonly [left: number, top: number, right: number, bottom: number];
const bounds = ([left, top, right, bottom]: Box) => `bounds="[${left},${top}][${right},${bottom}]"`;
const caption = (text: string, box: Box) => `<node class="android.widget.TextView" text="${text}" ${bounds(box)}/>`;
const field = (id: string, box: Box, text = "") =>
  `<node class="android.widget.EditText" resource-id="com.x:id/${id}" clickable="true" enabled="true" text="${text}" ${bounds(box)}/>`;

/** The ids of what a selector names among these nodes. */
function named(selector: string, ...nodes: readonly string[]): readonly (string | null)[] {
  const xml = `<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">${nodes.join("")}</node></hierarchy>`;
  const hierarchy = parseHierarchy(xml);
  assert.ok(hierarchy);
  let refs = 0;
  const elements = assignRefs(elementsOf(hierarchy, null), hierarchy, null, () => `e${++refs}`);
  return matchElements(parseElement(selector), elements).map(({ resourceId }) => resourceId?.split("/")[1] ?? null);
}

test("a field is found by the text right above it, where no field says it itself", () => {
  const form = [
    caption("E-mail", [40, 100, 1040, 150]),
    field("mail", [40, 160, 1040, 260], "name@example.com"),
    caption("Full name", [40, 300, 1040, 350]),
    field("name", [40, 360, 1040, 460]),
  ];
  assert.deepEqual(named('field "E-mail"', ...form), ["mail"]);
  assert.deepEqual(named('field "e-mail"', ...form), ["mail"]);
  assert.deepEqual(named('field ~"mail"', ...form), ["mail"]);
  assert.deepEqual(named('field "Full name"', ...form), ["name"]);
  assert.deepEqual(named('field "Full name" = "x"', ...form), []);
  assert.deepEqual(named('"E-mail"', ...form), [null], "the text itself, where no field is asked for");
  assert.deepEqual(named('field "E-mail"', ...form, field("own", [40, 600, 1040, 700], "E-mail")), ["own"]);
});

test("a text above something else, beside another column or far away is no caption of a field", () => {
  const below: Box = [40, 300, 1040, 400];
  const text = caption("Note", [40, 100, 1040, 150]);
  assert.deepEqual(named('field "Note"', text, field("far", below)), []);
  assert.deepEqual(named('field "Note"', text, caption("Other", [40, 220, 1040, 270]), field("b", below)), []);
  assert.deepEqual(named('field "Note"', caption("Note", [40, 240, 400, 290]), field("b", [500, 300, 1040, 400])), []);
  const between = [field("a", [40, 160, 1040, 220]), field("b", [40, 230, 1040, 290])];
  assert.deepEqual(named('field "Note"', text, ...between), ["a"]);
});
