import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Rect, rectOf } from "../../src/base/geometry.js";
import { type Driven, drive } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";

const WAYS = [
  ["the companion", driveCompanion],
  ["adb alone", drive],
] as const;

const APPS = ["com.fovea.form", "com.fovea.gestures", "com.fovea.player", "com.fovea.game", "com.fovea.world"];

/**
 * The pixels of the phone below its status bar, whose clock moves, and except for the field in which a caret blinks.
 */
function pixels({ phone }: Driven): Buffer {
  const { rgba, width, height } = phone.pixels() ?? { rgba: new Uint8Array(), width: 0, height: 0 };
  const seen = Buffer.from(rgba);
  const focused = phone.accessibilityWindows().flatMap(({ root }) => (root ? focusedIn(root) : []));
  const hidden = [rectOf(0, 0, width, Math.ceil(height * 0.06)), ...focused];
  for (const { left, top, right, bottom } of hidden) {
    for (let y = top; y < bottom; y += 1) seen.fill(0, (y * width + left) * 4, (y * width + right) * 4);
  }
  return seen;
}

type Node = NonNullable<ReturnType<Driven["phone"]["accessibilityWindows"]>[number]["root"]>;

function focusedIn(node: Node): readonly Rect[] {
  const own = node.isFocused && node.className.endsWith("EditText") ? [node.bounds] : [];
  return [...own, ...node.children.flatMap(focusedIn)];
}

for (const [name, start] of WAYS) {
  test(`no action is reported as no_effect where the phone's pixels changed after the touch (${name})`, async () => {
    let proven = 0;
    for (const app of APPS) {
      await using driven = await start({ app });
      await driven.did("observe");
      const points = fc.sample(fc.tuple(fc.integer({ min: 5, max: 95 }), fc.integer({ min: 10, max: 90 })), {
        numRuns: 6,
        seed: app.length,
      });
      for (const [x, y] of points) {
        const before = pixels(driven);
        const { text } = await driven.mcp.call("tap", { target: `${x}%,${y}%` });
        if (!text.includes("\nno_effect: ")) continue;
        proven += 1;
        assert.ok(before.equals(pixels(driven)), `${app} ${x}%,${y}%: ${text}`);
      }
    }
    assert.ok(proven >= 5, `${proven} touches without an effect`);
  });
}
