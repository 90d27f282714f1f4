import assert from "node:assert/strict";
import { test } from "node:test";
import { REDACTED } from "../../src/base/redaction.js";
import { typedBetween } from "../../src/by-hand/typed-by-hand.js";
import { node, page, screenWith } from "../support/build-screen.js";

/** A screen with one field that has the focus and this value; `password` is as in the dump, absent if not known. */
function showing(value: string, password?: string) {
  const known = password === undefined ? {} : { password };
  const field = { class: "android.widget.EditText", clickable: "true", focusable: "true", focused: "true" };
  const { elements } = screenWith(page(node({ ...field, "resource-id": "com.example.app:id/pin", ...known })));
  return { elements: elements.map((element) => ({ ...element, value })) };
}

test("typed text is kept only for a field that is certainly not a password field", () => {
  for (const [password, known, kept] of [
    ["false", false, "4711"],
    ["true", true, REDACTED],
    [undefined, null, REDACTED],
  ] as const) {
    const typed = typedBetween(showing("4", password), showing("4711", password));
    assert.deepEqual([typed?.field.password, typed?.call.args["text"]], [known, kept]);
  }
  assert.equal(typedBetween(showing("4711", "false"), showing("4711", "false")), null);
});
