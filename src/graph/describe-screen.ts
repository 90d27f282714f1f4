import { inOneLine, nameOrQuoted, quoteLabel } from "../screen/label.js";
import type { Vertex } from "./graph.js";

const LONGEST = 120;
const LONGEST_TITLE = 40;
const MOST_ROLES = 4;

/** A known screen in at most 120 characters: kind, title, selected tab, controls and lists, app. */
export function describeScreen({ print, affordances }: Vertex): string {
  const { kind, title, tabs, app, activity } = print;
  const name = title === "" ? (activity.split(".").at(-1) ?? "") : quoteLabel(title.slice(0, LONGEST_TITLE));
  const tab = tabs.length === 0 ? [] : [`tab ${quoteLabel(tabs.join(" / ").slice(0, LONGEST_TITLE / 2))}`];
  const words = [`${kind} ${name}`.trim(), ...tab, rolesOf(affordances), `in ${nameOrQuoted(app)}`];
  const line = inOneLine(words.filter((word) => word !== "").join(", "));
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

function rolesOf(affordances: Vertex["affordances"]): string {
  const counts = new Map<string, number>();
  for (const { role } of affordances) counts.set(role, (counts.get(role) ?? 0) + 1);
  const most = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, MOST_ROLES);
  return most.map(([role, count]) => `${count} ${count === 1 ? role : pluralOf(role)}`).join(" ");
}

/** The plural of a role: checkboxes, switches, rows. */
function pluralOf(role: string): string {
  return role.endsWith("x") || role.endsWith("ch") ? `${role}es` : `${role}s`;
}
