import { printable } from "../base/printable.js";
import type { RunReport, StepReport } from "./report.js";

/** A picture for the page. */
export interface PagePicture {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** The two pictures of a step: the recorded screen and the present one. */
export interface PagePictures {
  readonly expected: PagePicture | null;
  readonly actual: PagePicture | null;
}

/**
 * A replay as one HTML page without scripts, which loads nothing. It shows each step with its outcome, and both
 * pictures if the screen differs from the recording. The keys of `pictures` are the positions of steps in the report,
 * from 0.
 */
export function replayPage(report: RunReport, pictures: ReadonlyMap<number, PagePictures>): string {
  const { name, file, device, startedAt, durationMs, steps } = report;
  const rows = steps.map((step, place) => stepHtml(step, pictures.get(place)));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Replay of ${escaped(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Replay of ${escaped(name)}: <span class="${report.outcome}">${report.outcome}</span></h1>
<p>${escaped(countsOf(steps))}. ${escaped(file)} on ${escaped(device)}, ${escaped(startedAt)}, ${seconds(durationMs)}.</p>
<ol>
${rows.join("\n")}
</ol>
</body>
</html>
`;
}

const OUTCOMES = ["passed", "healed", "diverged", "failed", "retried", "skipped"] as const;

/** "10 passed, 1 healed": only outcomes that occur. */
export function countsOf(steps: readonly StepReport[]): string {
  const counts = OUTCOMES.map((outcome) => [steps.filter((step) => step.outcome === outcome).length, outcome] as const);
  return counts
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count} ${outcome}`)
    .join(", ");
}

function stepHtml({ name, outcome, durationMs, code, message, notes }: StepReport, pictures?: PagePictures): string {
  const why =
    message === null
      ? ""
      : `<p class="why">${code === null ? "" : `<code>${escaped(code)}</code> `}${escaped(message)}</p>`;
  const reported = notes.map((note) => `<p class="note">${escaped(note)}</p>`).join("");
  const took = outcome === "skipped" ? "" : ` <small>${seconds(durationMs)}</small>`;
  return `<li class="${outcome}"><strong>${outcome}</strong> ${escaped(name)}${took}${why}${reported}${pair(pictures)}</li>`;
}

function pair(pictures: PagePictures | undefined): string {
  if (!pictures || (pictures.expected === null && pictures.actual === null)) return "";
  return `<div class="pair">${figure("recorded", pictures.expected)}${figure("now", pictures.actual)}</div>`;
}

export function figure(what: string, picture: PagePicture | null): string {
  if (picture === null) return `<figure><figcaption>${what}: no picture</figcaption></figure>`;
  const data = Buffer.from(picture.bytes).toString("base64");
  return `<figure><figcaption>${what}</figcaption><img alt="the screen, ${what}" src="data:${picture.mimeType};base64,${data}"></figure>`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Escapes text of the screen, so that it is not read as HTML. */
export function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return printable(text).replace(/[&<>"']/g, (sign) => (Object.hasOwn(signs, sign) ? (signs[sign] ?? "") : ""));
}

export const STYLE = `
:root { color-scheme: light dark; --good: #1a7f37; --mild: #8a6100; --bad: #c2261c; }
@media (prefers-color-scheme: dark) { :root { --good: #4cc36b; --mild: #d9a93a; --bad: #ff7a70; } }
body { background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
li { margin: .5rem 0; overflow-wrap: anywhere; }
p { margin: .2rem 0; }
.passed > strong, span.passed { color: var(--good); }
.healed > strong { color: var(--mild); }
.diverged > strong, .failed > strong, span.failed { color: var(--bad); }
.skipped { opacity: .7; }
.note, small, figcaption { opacity: .8; font-size: .9rem; }
.pair { display: flex; gap: 1rem; margin: .5rem 0; }
figure { flex: 1; margin: 0; min-width: 0; }
img { max-width: 100%; max-height: 40rem; border: 1px solid; border-radius: 6px; }
`;
