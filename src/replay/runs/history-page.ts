import { escaped, STYLE } from "../replay-page.js";
import { type FlowHistory, runName } from "./flow-history.js";
import { percent, sinceLines, timesOf } from "./history-lines.js";
import type { PastRun } from "./read-junit.js";

/** The most columns that are legible; older runs are left out. */
const MOST_COLUMNS = 60;

/** Runs of flows as one HTML page without scripts that loads nothing: a row for each flow, a column for each run. */
export function historyPage(histories: readonly FlowHistory[]): string {
  const columns = columnsOf(histories);
  const failing = histories.filter(({ failingSince }) => failingSince !== null).length;
  const title = `${histories.length} flows, ${columns.length} runs: ${failing === 0 ? "none fails now" : `${failing} failing`}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}${OWN_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${LEGEND}</p>
<div class="wide" tabindex="0" role="region" aria-label="Flows by runs">
<table>
<thead><tr><th scope="col">Flow</th><th scope="col">Failed</th><th scope="col">Flaky</th><th scope="col">Median</th>${columns.map(headOf).join("")}</tr></thead>
<tbody>
${histories.map((history) => rowOf(history, columns)).join("\n")}
</tbody>
</table>
</div>
${histories.map(detailsOf).join("\n")}
</main>
</body>
</html>
`;
}

const LEGEND =
  "A run is a column, the oldest first: . passed, ~ passed at a later try, X failed; empty where the flow did not run.";
const SIGNS = { passed: ".", flaky: "~", failed: "X", skipped: "" } as const;

const OWN_STYLE = `
body { max-width: none; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid; padding: .15rem .4rem; text-align: left; white-space: nowrap; }
td.run { text-align: center; font-family: monospace; }
td.failed { color: var(--bad); font-weight: 700; }
td.flaky { color: var(--mild); font-weight: 700; }
th.run { font-weight: 400; font-size: .8rem; writing-mode: vertical-rl; }
`;

interface Column {
  readonly at: number;
  readonly name: string;
}

/** Flows with the same time and build belong to one run. */
function columnsOf(histories: readonly FlowHistory[]): readonly Column[] {
  const runs = histories.flatMap((history) => history.runs);
  const columns = new Map(runs.map((run) => [columnKey(run), { at: run.at, name: runName(run) }]));
  return [...columns.values()].toSorted((a, b) => a.at - b.at).slice(-MOST_COLUMNS);
}

function columnKey(run: PastRun): string {
  return `${run.at} ${run.build ?? ""}`;
}

function headOf({ name }: Column): string {
  return `<th scope="col" class="run">${escaped(name)}</th>`;
}

function rowOf(
  { name, file, failed, flaky, flakeRate, medianMs, runs }: FlowHistory,
  columns: readonly Column[],
): string {
  const cells = columns.map((column) => {
    const run = runs.findLast((one) => one.at === column.at && runName(one) === column.name);
    return run ? `<td class="run ${run.outcome}">${SIGNS[run.outcome]}</td>` : "<td></td>";
  });
  const rate = flaky === 0 ? "0" : `${flaky} (${percent(flakeRate)})`;
  const figures = [String(failed), rate, `${(medianMs / 1_000).toFixed(1)} s`].map((one) => `<td>${one}</td>`);
  const title = escaped(`${name} (${file})`);
  return `<tr><th scope="row">${title}</th>${figures.join("")}${cells.join("")}</tr>`;
}

function detailsOf(history: FlowHistory): string {
  const { name, failures, healed } = history;
  const lines = [
    ...sinceLines(history),
    ...failures.map((step) => `failed ${timesOf(step)}, last in ${runName(step.last)}: ${step.step}`),
    ...healed.map((step) => `healed ${timesOf(step)}, since ${runName(step.since)}: ${step.step}`),
  ];
  if (lines.length === 0) return "";
  return `<h2>${escaped(name)}</h2>\n<ul>\n${lines.map((line) => `<li>${escaped(line)}</li>`).join("\n")}\n</ul>`;
}
