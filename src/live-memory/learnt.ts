import { targetSig } from "../graph/build/action-of-step.js";
import { affordanceOf, MOST_IDLE } from "../graph/build/affordances.js";
import type { ActionSig, Edge } from "../graph/graph.js";
import type { GraphView } from "../graph/predict/graph-view.js";
import { quoteLabel } from "../screen/label.js";
import type { Standing } from "./device-run.js";

/** How often a way has to be used before it explains an icon without words. */
const LEAST_GONE = 2;
const LONGEST_TITLE = 40;

/**
 * Facts about elements of the screen from earlier runs, by ref: where a control without words leads (if it always led
 * to one titled screen), and that a control had no effect three or more times in a row.
 */
export function learntOf(view: GraphView, { id, facts }: Standing): ReadonlyMap<string, string> {
  const affordances = view.vertex(id)?.affordances ?? [];
  const ways = view.outOf(id).filter(({ action }) => action.type === "tap" && action.role !== "");
  const learnt = facts.parts.flatMap((part, place): readonly (readonly [string, string])[] => {
    if (part.actions.length === 0 || part.isListed) return [];
    const target: ActionSig = { ...targetSig(facts, place), type: "tap", detail: "", slot: null };
    const { idle = 0 } = affordanceOf(affordances, target) ?? {};
    if (idle >= MOST_IDLE) return [[part.name, `(no effect ${idle} times)`]];
    const title =
      part.label === "" && !part.isField
        ? titleOf(
            view,
            ways.filter((edge) => isOf(edge, target)),
          )
        : null;
    return title === null ? [] : [[part.name, `(leads to ${quoteLabel(title)})`]];
  });
  return new Map(learnt);
}

function isOf({ action }: Edge, target: ActionSig): boolean {
  const keys = ["role", "idTail", "label", "ordinal"] as const;
  return keys.every((key) => action[key] === target[key]);
}

/** The title of the screen to which an action leads; null unless all its ways lead to the same titled screen. */
function titleOf(view: GraphView, edges: readonly Edge[]): string | null {
  const [edge, ...others] = edges;
  if (!edge || others.length > 0 || edge.n < LEAST_GONE || edge.to === edge.from) return null;
  const { title = "", isTitled = false } = view.vertex(edge.to)?.print ?? {};
  return isTitled && title !== "" ? title.slice(0, LONGEST_TITLE) : null;
}

/** The answer, with the learnt fact after the line of each element. */
export function withLearnt(text: string, learnt: ReadonlyMap<string, string>): string {
  if (learnt.size === 0) return text;
  const lines = text.split("\n").map((line) => {
    const said = learnt.get(OUTLINE_LINE.exec(line)?.[1] ?? "");
    return said === undefined ? line : `${line} ${said}`;
  });
  return lines.join("\n");
}

const OUTLINE_LINE = /^ {0,80}(?:[+~>] )?(e\d{1,9}) /;
