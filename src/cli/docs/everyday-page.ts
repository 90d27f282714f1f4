import { ALLOWED_SETTINGS } from "../../actions/device/settings.js";
import { TOOL_GROUPS } from "../../base/options/choices.js";
import { EVERYDAY_USES } from "./everyday-tools.js";
import type { CompanionFact, EverydayUse, ReleaseFact } from "./everyday-use.js";

/** The part of docs/tools.md on groups: the commands of each use of a tool by release, its verdict, guard and undo. */
export function everydaySection(): string {
  const names = TOOL_GROUPS.map((group) => `\`${group}\``).join(", ");
  return [
    "## Groups",
    `A server offers the tools of a group if \`--tools\` names the group: ${names}, or \`all\`. The library and the command line have all of these tools. The everyday tools of the default list are described here, too. Tools that change the device restore it when the server or the connection ends. If the server was killed, the next server or command that uses the device restores it. What a command changed stays until \`fovea display --set-back\`.`,
    "In each table, `seen by` names other sources that show the effect; tests on the virtual phone compare them. `guard` names the class of the action ([guard.md](guard.md)), and whether the guard only notes the action or asks first. `undo` says how the effect is undone.",
    ...EVERYDAY_USES.map(useText),
    "### Settings that are allowed",
    ["| setting | |", "|---|---|", ...ALLOWED_SETTINGS.map(({ name, about }) => `| \`${name}\` | ${about} |`)].join(
      "\n",
    ),
  ].join("\n\n");
}

function useText({ tool, group, what, args, first, releases, companion = [], ...facts }: EverydayUse): string {
  const offered = group === null ? "in the default list" : `group \`${group}\``;
  const before = first === undefined ? "" : `, after \`${tool} ${JSON.stringify(first)}\``;
  const rows = [
    ["call", `\`${tool} ${JSON.stringify(args)}\` (${offered})${before}`],
    ...releases.map((fact, place) => [releaseWords(fact, releases[place + 1]), factWords(fact)]),
    ...companion.map((fact) => [companionWords(fact), "asks" in fact ? `\`${fact.asks}\`` : refusalWords(fact)]),
    ["seen by", facts.seen],
    ["verdict", facts.verdict],
    ["guard", facts.guard],
    ["undo", facts.undo],
  ];
  const table = rows.map(([name, value]) => `| ${name} | ${value} |`).join("\n");
  return `### ${tool}: ${what}\n\n| | |\n|---|---|\n${table}`;
}

function releaseWords({ since }: ReleaseFact, next: ReleaseFact | undefined): string {
  return next === undefined ? `API ${since} and later` : `API ${since} to ${next.since - 1}`;
}

function companionWords({ since, host }: CompanionFact): string {
  const which =
    host === undefined ? "with a companion" : `with the companion ${host === "shell" ? "of adb's shell" : "service"}`;
  return `${which}, API ${since} and later`;
}

function refusalWords({ refused, why }: { readonly refused: string; readonly why: string }): string {
  return `refused with \`${refused}\`: ${why}`;
}

function factWords(fact: ReleaseFact): string {
  if ("refused" in fact) return refusalWords(fact);
  return `${fact.runs.map((line) => `\`${line.replaceAll("|", "\\|")}\``).join(", ")} (${fact.source})`;
}
