import { type ActResult, type By, isReadable } from "../actions/act.js";
import type { Verdict } from "../actions/verdict.js";
import { type PictureChange, renderDiff } from "../screen/diff-text.js";
import { renderHeader } from "../screen/header.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE } from "../screen/outline.js";
import { renderScreen } from "../screen/screen-text.js";
import type { ToolAnswer } from "./tool.js";

/** What the on-device half did; all else is done as it always was, and not worth a word. */
const OF_HALF: ReadonlySet<By> = new Set<By>(["click", "gesture", "text", "action"]);

/** What every action answers with: what it did, where, and what is different on the screen now. */
export function actAnswer({ did, points, by, notes, verdict, ...seen }: ActResult): ToolAnswer {
  const at = points.map((point) => `${point.x},${point.y}`).join(" to ");
  const how = OF_HALF.has(by) ? ` by ${by}` : "";
  const lines = [`${did}${at === "" ? "" : ` at ${at}`}${how}`, ...notes, verdictLine(verdict), screenAfter(seen)];
  return { text: lines.join("\n") };
}

/** What an action came to, and what says so. */
export function verdictLine({ kind, evidence }: Verdict): string {
  return `${kind}: ${evidence.join(", ")}`;
}

/** The header, and what changed since a caller was last told of the screen; all of it where that never was. */
export function screenAfter({
  before,
  after,
  picture,
}: {
  readonly before: Observation | null;
  readonly after: Observation | null;
  readonly picture: PictureChange;
}): string {
  if (!after) return "! there was no time left to read the screen afterwards: observe before the next action";
  const header = renderHeader(after);
  if (!isReadable(after)) {
    return `${header}\n(the elements could not be read, so what changed is not known; a screenshot may show it)`;
  }
  if (before) return `${header}\n${renderDiff(before, after, DEFAULT_OUTLINE, picture)}`;
  return renderScreen(after);
}

/** The same for programs: what was done, and the whole observation after it. */
export function actJson({ did, points, by, notes, verdict, after }: ActResult): unknown {
  return { did, points, by, verdict, notes, observation: after };
}
