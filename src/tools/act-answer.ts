import type { ActResult } from "../actions/act.js";
import { renderDiff } from "../screen/diff.js";
import { renderHeader } from "../screen/header.js";
import { DEFAULT_OUTLINE, renderOutline } from "../screen/outline.js";
import type { ToolAnswer } from "./tool.js";

/** What every action answers with: what it did, where, and what is different on the screen now. */
export function actAnswer({ did, points, before, notes, after }: ActResult): ToolAnswer {
  const { observation } = after;
  const at = points.map((point) => `${point.x},${point.y}`).join(" to ");
  const change = before ? renderDiff(before, observation, DEFAULT_OUTLINE) : renderOutline(observation);
  const lines = [at === "" ? did : `${did} at ${at}`, ...(notes ?? []), renderHeader(observation), change];
  return { text: lines.join("\n") };
}

/** The same for programs: what was done, and the whole observation after it. */
export function actJson({ did, points, notes, after }: ActResult): unknown {
  return { did, points, notes: notes ?? [], observation: after.observation };
}
