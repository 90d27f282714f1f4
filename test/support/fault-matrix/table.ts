import { COMPANION_OUTCOMES, isTrouble, TROUBLES } from "./companion-troubles.js";
import { FAULT_NAMES, FAULTS } from "./faults.js";
import { disallowedReason, OUTCOMES } from "./outcomes.js";
import type { Row } from "./row.js";
import { ROWS } from "./rows.js";

/** The matrix as docs/reliability.md shows it: the same data that the tests check. */
export function matrixTables(): string {
  const meanings = FAULT_NAMES.map((name) => `| ${name} | ${FAULTS[name]} |`);
  const services = ROWS.map(
    ({ id, service, usedBy, withinMs }) => `| ${id} | ${service} | ${usedBy} | ${Math.round(withinMs / 1000)} s |`,
  );
  return [
    ["| fault | what happens |", "|---|---|", ...meanings].join("\n"),
    ["| | service | used by | ends within |", "|---|---|---|---|", ...services].join("\n"),
    ...groups().map(groupTable),
    companionTable(),
  ].join("\n\n");
}

/** The table of the companion's troubles, which begin at a request to observe (`observe`) or to act (the others). */
function companionTable(): string {
  const tools = [...new Set(Object.values(COMPANION_OUTCOMES).flatMap((calls) => Object.keys(calls)))];
  const lines = Object.entries(COMPANION_OUTCOMES).map(([name, calls]) => {
    const cells = tools.map((tool) => inWords(calls[tool] ?? ""));
    return `| ${name}: ${isTrouble(name) ? TROUBLES[name] : ""} | ${cells.join(" | ")} |`;
  });
  return [`| the companion | ${tools.join(" | ")} |`, `|${"---|".repeat(tools.length + 1)}`, ...lines].join("\n");
}

/** The number of services that fit side by side. */
const COLUMNS = 4;

function groups(): readonly (readonly Row[])[] {
  const count = Math.ceil(ROWS.length / COLUMNS);
  return Array.from({ length: count }, (_, nth) => ROWS.slice(nth * COLUMNS, (nth + 1) * COLUMNS));
}

function groupTable(rows: readonly Row[]): string {
  const lines = FAULT_NAMES.map((fault) => {
    const cells = rows.map(({ id, place }) => {
      const allowed = OUTCOMES[id]?.[fault];
      return allowed === undefined ? `*${disallowedReason(place, fault)}*` : inWords(allowed);
    });
    return `| ${fault} | ${cells.join(" | ")} |`;
  });
  const head = `| | ${rows.map(({ id }) => id).join(" | ")} |`;
  return [head, `|${"---|".repeat(rows.length + 1)}`, ...lines].join("\n");
}

/** The tokens `ok -A -B C~` as text: whole; lacks A, B; C, may have happened. */
function inWords(allowed: string): string {
  const tokens = allowed.split(" ");
  const lacks = tokens.filter((token) => token.startsWith("-")).map((token) => `\`${token.slice(1)}\``);
  const fails = tokens.filter((token) => token !== "ok" && !token.startsWith("-"));
  return [
    ...(tokens.includes("ok") ? ["whole"] : []),
    ...(lacks.length > 0 ? [`lacks ${lacks.join(", ")}`] : []),
    ...fails.map((token) => (token.endsWith("~") ? `\`${token.slice(0, -1)}\`, may have happened` : `\`${token}\``)),
  ].join("; or ");
}
