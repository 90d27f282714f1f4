import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rect, Size } from "../../src/base/geometry.js";
import { printOf, type ScreenPrint } from "../../src/graph/identity/screen-print.js";
import { factsOfScreen } from "../../src/graph/screen/facts-of-screen.js";
import { screenOfObservation } from "../../src/graph/screen/screen-of-observation.js";
import { corpusFolder } from "../../test/support/corpus.js";
import { readTree } from "../../test/support/read-tree.js";
import { type Screen, screenOf } from "../../test/support/screens.js";
import { CORPUS_CAPTURES } from "./corpus-labels.js";
import { type DroidBotKeys, droidBotKeys } from "./droidbot-keys.js";

/** A screen and its true name. */
export interface TrueScreen {
  readonly name: string;
  readonly app: string;
  readonly screen: string;
  readonly isHard: boolean;
  readonly print: ScreenPrint;
  readonly keys: DroidBotKeys;
}

/** The labelled captures of the corpus; empty without it. */
export function corpusScreens(): readonly TrueScreen[] {
  const folder = corpusFolder();
  if (folder === undefined) return [];
  return CORPUS_CAPTURES.flatMap(({ file, app, screen, hard }) => {
    const path = join(folder, file);
    if (!existsSync(path)) return [];
    const seen = screenOf(readTree(path));
    const activity = path.endsWith(".json") ? activityOf(path) : null;
    const print = printOf(factsOfScreen(screenOfObservation(observedAs(seen, activity, app))));
    return [{ name: file, app, screen, isHard: hard !== null, print, keys: droidBotKeys(seen, activity) }];
  });
}

/** DroidBot's files say which activity was in front; a dump alone does not. */
function activityOf(path: string): string | null {
  const state: unknown = JSON.parse(readFileSync(path, "utf8"));
  const given = typeof state === "object" && state !== null && "foreground_activity" in state;
  return given ? String(state.foreground_activity) : null;
}

function observedAs({ elements, viewHierarchy }: Screen, activity: string | null, app: string) {
  const roots = viewHierarchy.windows.flatMap(({ root }) =>
    root === null ? [] : (viewHierarchy.nodes[root]?.bounds ?? []),
  );
  return { elements, screenSize: sizeOf(roots), activeWindow: { package: app, activity } };
}

/** A dump of a dialog does not contain the screen size: assumes a 20:9 screen with the dialog in its middle. */
function sizeOf(roots: readonly Rect[]): Size {
  const left = Math.min(...roots.map((root) => root.left));
  const right = Math.max(...roots.map((root) => root.right));
  const bottom = Math.max(...roots.map((root) => root.bottom));
  if (left <= 0) return { width: right, height: bottom };
  return { width: left + right, height: Math.max(bottom, Math.round(((left + right) * 20) / 9)) };
}
