import type * as z from "zod";
import { nearest } from "../base/nearest.js";
import { argumentSynonyms } from "../base/synonyms.js";
import { cutName, issuePlace, issueWords } from "../base/zod-words.js";
import type { AnyTool } from "./tool.js";

/** The arguments of a call, or what is wrong with them and what was probably meant. */
export type ReadArguments =
  | { readonly args: Record<string, unknown> }
  | { readonly problems: readonly string[]; readonly meant: string | null };

const MOST_PROBLEMS = 5;
const MOST_NAMES = 5;

export function readArguments({ input }: Pick<AnyTool, "input">, raw: unknown): ReadArguments {
  const parsed = input.safeParse(raw, { error: issueWords });
  if (parsed.success) return { args: parsed.data };
  const { issues } = parsed.error;
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
  );
  return {
    problems: issues.slice(0, MOST_PROBLEMS).map(problemOf),
    meant: meantBy(unknown, raw, Object.keys(input.shape)),
  };
}

/** Names that the caller made up are as long as the caller likes: the first few, and the beginning of each. */
function problemOf(issue: z.core.$ZodIssue): string {
  const place = issuePlace(issue.path);
  if (issue.code !== "unrecognized_keys")
    return place === "" ? `arguments: ${issue.message}` : `${place}: ${issue.message}`;
  const names = issue.keys.slice(0, MOST_NAMES).map(cutName).join(", ");
  const rest = issue.keys.length - MOST_NAMES;
  const what = place === "" ? "argument " : "";
  return `${place === "" ? "" : `${place}: `}there is no ${what}${names}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** `target: "540,1200"` for x and y, else the names that there are for those that there are not; null for no idea. */
function meantBy(unknown: readonly string[], raw: unknown, own: readonly string[]): string | null {
  if (unknown.length === 0 || typeof raw !== "object" || raw === null) return null;
  const points = pointsIn(new Map(Object.entries(raw)), own);
  const others = unknown
    .slice(0, MOST_NAMES)
    .filter((name) => !/^(?:x|y)$|[xy]\d?$/i.test(name) || points.length === 0);
  const synonyms = argumentSynonyms(own);
  const names = others.flatMap((name) => {
    const meant = nearest(name, own, synonyms);
    return meant === undefined ? [] : [`${meant} for ${cutName(name)}`];
  });
  const all = [...points, ...names];
  return all.length === 0 ? null : `Did you mean ${all.join(", ")}?`;
}

/** Which names two numbers have that are a place, and the argument that it is. */
const PLACES: readonly (readonly [x: string, y: string, name: string])[] = [
  ["x", "y", "target"],
  ["x1", "y1", "from"],
  ["x2", "y2", "to"],
  ["start_x", "start_y", "from"],
  ["end_x", "end_y", "to"],
  ["startX", "startY", "from"],
  ["endX", "endY", "to"],
  ["from_x", "from_y", "from"],
  ["to_x", "to_y", "to"],
  ["fromX", "fromY", "from"],
  ["toX", "toY", "to"],
];

function pointsIn(given: ReadonlyMap<string, unknown>, own: readonly string[]): readonly string[] {
  return PLACES.flatMap(([x, y, name]) => {
    const place = [given.get(x), given.get(y)].map((value) => Math.round(Number(value)));
    const isPlace =
      given.has(x) && given.has(y) && own.includes(name) && place.every((value) => value >= 0 && value <= 100_000);
    return isPlace ? [`${name}: "${place.join(",")}"`] : [];
  });
}
