import { ALLOWED_SETTINGS } from "../../actions/device/settings.js";
import { TOOL_GROUPS } from "../../base/options/choices.js";
import { EVERYDAY_USES } from "./everyday-tools.js";
import type { EverydayUse, ReleaseFact } from "./everyday-use.js";

/** The part of docs/tools.md on groups: what each use of a tool runs on which release, and what follows from it. */
export function everydaySection(): string {
  const names = TOOL_GROUPS.map((group) => `\`${group}\``).join(", ");
  return [
    "## Groups",
    `Tools of a group are offered where \`--tools\` names it: ${names}, or \`all\`. The library and the command line have all of them. What changes the device for a while is set back when the server or the connection ends, and where it was killed by the next one that uses the device; what a command changed stays until \`fovea display --set-back\`.`,
    ...EVERYDAY_USES.map(useText),
    "### Settings that are allowed",
    ["| setting | |", "|---|---|", ...ALLOWED_SETTINGS.map(({ name, about }) => `| \`${name}\` | ${about} |`)].join(
      "\n",
    ),
  ].join("\n\n");
}

function useText({ tool, group, what, args, releases, ...facts }: EverydayUse): string {
  const rows = [
    ["call", `\`${tool} ${JSON.stringify(args)}\` (group \`${group}\`)`],
    ...releases.map((fact, place) => [releaseWords(fact, releases[place + 1]), factWords(fact)]),
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

function factWords(fact: ReleaseFact): string {
  if ("refused" in fact) return `refused with \`${fact.refused}\`: ${fact.why}`;
  return `${fact.runs.map((line) => `\`${line.replaceAll("|", "\\|")}\``).join(", ")} (${fact.source})`;
}
