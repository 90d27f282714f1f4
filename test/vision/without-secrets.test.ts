import assert from "node:assert/strict";
import { test } from "node:test";
import type { Detection } from "../../src/vision/detection.js";
import { withoutSecrets } from "../../src/vision/without-secrets.js";
import { node, page, screenWith } from "../support/build-screen.js";

const BOUNDS = { left: 0, top: 300, right: 500, bottom: 400 };
const SEEN: Detection = {
  bounds: { left: 20, top: 320, right: 200, bottom: 380 },
  kind: "text",
  confidence: 0.9,
  text: "hunter2",
  guess: null,
  source: "ocr",
};

function screen(password: string) {
  return screenWith(
    page(node({ class: "android.widget.EditText", password, clickable: "true", bounds: "[0,300][500,400]" })),
  ).viewHierarchy;
}

test("text read in a password field is left out, from every detector", () => {
  const outside: Detection = { ...SEEN, bounds: { ...BOUNDS, top: 500, bottom: 600 } };
  const boxed: Detection = { ...SEEN, kind: "field", source: "vision" };
  assert.deepEqual(withoutSecrets([SEEN, outside, boxed], screen("true")), [outside, { ...boxed, text: null }]);
  assert.deepEqual(withoutSecrets([SEEN, outside, boxed], screen("false")), [SEEN, outside, boxed]);
  assert.deepEqual(withoutSecrets([SEEN], null), [SEEN]);
});
