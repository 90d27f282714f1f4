import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { containsPoint } from "../../src/base/geometry.js";
import type { GuardedAction, GuardedScreen } from "../../src/guard/guarded-action.js";
import type { ActiveWindow } from "../../src/screen/facts.js";
import { readTree } from "../../test/support/read-tree.js";
import { screenOf } from "../../test/support/screens.js";
import type { GuardCase } from "./case.js";
import { type RealPair, realPairs } from "./labels.js";

/** The labelled places on screens of the corpus. Errors: if a file has changed since it was labelled. */
export function realCases(corpus: string): readonly GuardCase[] {
  const screens = new Map<string, GuardedScreen>();
  return realPairs().map((pair): GuardCase => {
    const screen = screens.get(pair.file) ?? readScreen(corpus, pair);
    screens.set(pair.file, screen);
    const { split, label, file, way, at } = pair;
    return {
      split,
      origin: "real",
      language: "-",
      label,
      action: actionOf(pair, screen),
      screen,
      name: `${file} ${way} ${at}`,
    };
  });
}

function readScreen(corpus: string, { file, sha256 }: RealPair): GuardedScreen {
  const path = join(corpus, file);
  const bytes = readFileSync(path);
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (!hash.startsWith(sha256)) throw new Error(`${file} is another file than the one that was labelled`);
  const { elements, viewHierarchy } = screenOf(readTree(path));
  return { elements, viewHierarchy, activeWindow: windowOf(path, bytes, viewHierarchy.packages) };
}

/** The front window of a dump: its package; for a DroidBot state also its activity. */
function windowOf(path: string, bytes: Buffer, packages: readonly string[]): ActiveWindow {
  const state: unknown = path.endsWith(".json") ? JSON.parse(bytes.toString("utf8")) : {};
  const component =
    typeof state === "object" && state && "foreground_activity" in state ? String(state.foreground_activity) : null;
  const [owner = null, name] = component?.split("/") ?? [
    packages.find((one) => one !== "com.android.systemui") ?? packages[0],
  ];
  const activity = name === undefined ? null : name.startsWith(".") ? `${owner}${name}` : name;
  const rest = { type: null, windowId: null, userId: null, displayId: null, app: null, basis: "focus" } as const;
  return { package: owner ?? null, activity, component, title: component ?? "", ...rest };
}

function actionOf({ way, at }: RealPair, { elements }: GuardedScreen): GuardedAction {
  const [x = 0, y = 0, toX = 0, toY = 0] = at;
  const point = { x, y };
  const field = elements.findLast((one) => one.role === "field" && containsPoint(one.bounds, point)) ?? null;
  if (way === "type") return { kind: "type", into: field, text: "Hello", submits: false };
  if (way === "enter") return { kind: "type", into: field, text: "Hello", submits: true };
  if (way === "swipe") return { kind: "swipe", on: null, from: point, to: { x: toX, y: toY } };
  return { kind: "tap", on: null, point, holdMs: 0 };
}
