import { escaped, figure, type PagePicture, STYLE } from "../replay-page.js";
import type { FailureEvidence, RunReport, StepReport } from "../report.js";
import { attachmentsOf } from "./attachments.js";
import type { FlowResult } from "./suite.js";
import { timeAxis } from "./time-axis.js";

/** A run of flows, and its pictures by path; a missing picture is only named. */
export interface RunPage {
  readonly results: readonly FlowResult[];
  readonly pictures: ReadonlyMap<string, PagePicture>;
}

/**
 * A run of flows as one HTML page without scripts, which loads nothing: errors first, each with a link to its step;
 * then when each flow ran; then every step of every attempt, with source, log and pictures of the failed steps.
 */
export function runPage({ results, pictures }: RunPage): string {
  const count = (outcome: FlowResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  const counts = (["passed", "flaky", "failed", "skipped"] as const).filter((outcome) => count(outcome) > 0);
  const summary = counts.map((outcome) => `${count(outcome)} ${outcome}`).join(", ");
  const outcome = count("failed") > 0 ? "failed" : "passed";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flows: ${summary}</title>
<style>${STYLE}${OWN_STYLE}</style>
</head>
<body>
<main>
<h1>Flows: <span class="${outcome}">${summary}</span></h1>
${errors(results)}
${timeAxis(results)}
<h2>Flows</h2>
${results.map((result, place) => flowHtml(result, place, pictures)).join("\n")}
</main>
</body>
</html>
`;
}

const OWN_STYLE = `
body { max-width: 80rem; }
h2 { font-size: 1.2rem; margin-top: 2rem; }
h3, summary { font-size: 1rem; }
summary { cursor: pointer; font-weight: 600; margin: .4rem 0; }
.flaky > strong, span.flaky { color: var(--mild); }
span.skipped { opacity: 1; }
pre { overflow-x: auto; padding: .5rem; border: 1px solid; border-radius: 6px; font-size: .85rem; white-space: pre; }
pre mark { font-weight: 700; background: none; color: var(--bad); }
a { color: inherit; }
svg { width: 100%; height: auto; }
svg text { fill: currentColor; font: 12px system-ui, sans-serif; }
svg .tick { stroke: currentColor; opacity: .25; }
svg .passed { fill: var(--good); }
svg .failed { fill: var(--bad); }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; }
.figures figure { flex: 0 1 20rem; }
`;

/** The id of a step in the page. */
function anchor(flow: number, attempt: number, step: number): string {
  return `flow-${flow + 1}-try-${attempt + 1}-step-${step + 1}`;
}

function errors(results: readonly FlowResult[]): string {
  const lines = results.flatMap((result, flow) => {
    if (result.outcome !== "failed") return [];
    const last = result.tries.length - 1;
    const step = result.tries[last]?.steps.findIndex(({ outcome }) => outcome === "failed") ?? -1;
    const failed = result.tries[last]?.steps[step];
    const why = failed ?? result.why;
    const where = failed
      ? `<a href="#${anchor(flow, last, step)}">${escaped(`${failed.place} ${failed.name}`)}</a>: `
      : "";
    const words = why?.message?.split("\n", 1)[0] ?? "failed";
    return [
      `<li class="failed"><strong>${escaped(result.name)}</strong> ${where}${codeHtml(why?.code)}${escaped(words)}</li>`,
    ];
  });
  return lines.length === 0 ? "" : `<h2>Errors</h2>\n<ul>\n${lines.join("\n")}\n</ul>`;
}

function flowHtml(result: FlowResult, flow: number, pictures: RunPage["pictures"]): string {
  const { name, file, tags, properties, outcome, tries, why } = result;
  const ms = tries.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const facts = [
    file,
    ...new Set(tries.map(({ device }) => `on ${device}`)),
    ...(tags.length > 0 ? [tags.join(", ")] : []),
  ];
  const more = Object.entries(properties).map(([key, value]) => `${key}: ${value}`);
  const unrun = why ? `<p class="why">${codeHtml(why.code)}${escaped(why.message)}</p>` : "";
  const parts = tries.map((report, attempt) => tryHtml(report, { flow, attempt, of: tries.length }, pictures));
  return `<details${outcome === "failed" ? " open" : ""}>
<summary><span class="${outcome}">${outcome}</span> ${escaped(name)} <small>${seconds(ms)}</small></summary>
<p class="note">${escaped([...facts, ...more].join("; "))}</p>
${unrun}${parts.join("\n")}
</details>`;
}

interface Place {
  readonly flow: number;
  readonly attempt: number;
  readonly of: number;
}

function tryHtml({ steps, startedAt }: RunReport, { flow, attempt, of }: Place, pictures: RunPage["pictures"]): string {
  const title = of > 1 ? `<h3>Try ${attempt + 1} of ${of}</h3>\n` : "";
  const rows = steps.map((step, place) => stepHtml(step, anchor(flow, attempt, place), pictures));
  return `${title}<p class="note">began ${escaped(startedAt)}</p>\n<ol>\n${rows.join("\n")}\n</ol>`;
}

function stepHtml(step: StepReport, id: string, pictures: RunPage["pictures"]): string {
  const { name, place, outcome, durationMs, code, message, notes, evidence } = step;
  const took = outcome === "skipped" ? "" : ` <small>${seconds(durationMs)}</small>`;
  const why = message === null ? "" : messageHtml(code, message);
  const reported = notes.map((note) => `<p class="note">${escaped(note)}</p>`).join("");
  const words = `<strong>${outcome}</strong> ${escaped(place)} ${escaped(name)}${took}`;
  return `<li class="${outcome}" id="${id}">${words}${why}${reported}${evidenceHtml(evidence)}${attachments(step, pictures)}</li>`;
}

/** The first line is the error; the rest shows the screen at that time. */
function messageHtml(code: string | null, message: string): string {
  const [first = "", ...rest] = message.split("\n");
  const more = rest.length === 0 ? "" : `<pre tabindex="0">${escaped(rest.join("\n"))}</pre>`;
  return `<p class="why">${codeHtml(code)}${escaped(first)}</p>${more}`;
}

function codeHtml(code: string | null | undefined): string {
  return code === null || code === undefined ? "" : `<code>${escaped(code)}</code> `;
}

function evidenceHtml(evidence: FailureEvidence | undefined): string {
  if (!evidence) return "";
  const { source, log } = evidence;
  const lines = source?.lines.map((line, at) => {
    const number = source.firstLine + at;
    const words = `${String(number).padStart(4)}  ${escaped(line)}`;
    return number === source.line ? `<mark>${words}</mark>` : words;
  });
  const shown = lines
    ? `<details open><summary>Source</summary><pre tabindex="0">${lines.join("\n")}</pre></details>`
    : "";
  const said = log === null ? "it could not be read" : log.length === 0 ? "the app logged nothing" : log.join("\n");
  return `${shown}<details><summary>Log</summary><pre tabindex="0">${escaped(said)}</pre></details>`;
}

function attachments(step: StepReport, pictures: RunPage["pictures"]): string {
  const paths = attachmentsOf(step);
  if (paths.length === 0) return "";
  const shown = paths.map((path) => {
    const picture = pictures.get(path);
    return picture ? figure(escaped(path), picture) : `<p class="note">${escaped(path)}</p>`;
  });
  return `<details${step.outcome === "failed" ? " open" : ""}><summary>Attachments</summary><div class="figures">${shown.join("")}</div></details>`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
