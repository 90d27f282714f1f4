import assert from "node:assert/strict";
import { test } from "node:test";
import { underTouch } from "../../src/by-hand/under-touch.js";
import { at, node, page, screenWith, text } from "../support/build-screen.js";

/** A row of settings: its switch can be on or off, and is not clickable. */
const SCREEN = screenWith(
  page(
    node(
      { class: "android.widget.LinearLayout", clickable: "true" },
      text("Dark theme", { bounds: at(40, 120, 400, 180) }),
      node({ class: "android.widget.Switch", checkable: "true", bounds: at(800, 120, 960, 180) }),
    ),
    node({ class: "android.widget.SeekBar", bounds: at(0, 300, 1000, 400) }),
    text("Version 1", { bounds: at(0, 500, 1000, 600) }),
  ),
);

test("a touch on a switch that is not clickable resolves to its row, which receives the touch", () => {
  const under = underTouch({ x: 900, y: 150 }, SCREEN);
  assert.ok("element" in under);
  assert.deepEqual(under.element.labels, ["Dark theme"]);
});

test("a touch on a slider or a text is unresolved, since no call repeats it", () => {
  assert.deepEqual(underTouch({ x: 300, y: 350 }, SCREEN), {
    why: "a slider takes its value from the touched point, and no call repeats that",
  });
  assert.deepEqual(underTouch({ x: 300, y: 550 }, SCREEN), {
    why: "no element at this point is known to accept touches",
  });
});
