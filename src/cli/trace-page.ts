import { type OpenTrace, openTrace, tracesIn } from "../trace/open-trace.js";
import type { Shrink } from "../trace/page/page-pictures.js";
import { type PageReport, tracePage } from "../trace/page/trace-page.js";
import type { Validation } from "../trace/validate-trace.js";
import { decodePicture, encodeForModel } from "../vision/image.js";
import { printJson, printText } from "./output.js";
import { savePieces } from "./save-new-pieces.js";
import { type Reading, validationWords } from "./trace-readings.js";

export interface PageAsked extends Reading {
  readonly html: string;
  readonly isOver: boolean;
}

/** Writes a trace as one page. Errors: TRACE_UNREADABLE, UsageError if the file already exists. */
export async function showPage(path: string, asked: PageAsked): Promise<Validation> {
  const { terminal, isJson, html, last, isOver, signal } = asked;
  const [first, ...others] = await tracesIn(path);
  await using main = await openTrace(first ?? path, signal);
  await using more = await openAll(others, signal);
  let report: PageReport | undefined;
  await savePieces(
    html,
    untilAborted(
      tracePage({ traces: [main, ...more.traces], shrink, last }, (made) => (report = made)),
      signal,
    ),
    isOver,
  );
  if (!report) throw new Error("a page that was written has no report");
  const { validation, ...said } = report;
  if (isJson) printJson(terminal, { file: html, ...said, validation });
  else printText(terminal, reportText(html, said));
  if (validation.problems.length > 0)
    printText({ ...terminal, output: terminal.errors }, validationWords(path, validation));
  return validation;
}

/** Opens all traces; if one cannot be opened, those before are closed again. Errors: TRACE_UNREADABLE. */
async function openAll(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<AsyncDisposable & { readonly traces: readonly OpenTrace[] }> {
  const traces: OpenTrace[] = [];
  const close = async () => {
    for (const one of traces) await one[Symbol.asyncDispose]();
  };
  try {
    for (const path of paths) traces.push(await openTrace(path, signal));
  } catch (error) {
    await close();
    throw error;
  }
  return { traces, [Symbol.asyncDispose]: close };
}

const shrink: Shrink = async (png, limits) => await encodeForModel(await decodePicture(png), limits);

async function* untilAborted(pieces: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

function reportText(
  file: string,
  { steps, stepsLeftOut, pictures, picturesLeftOut }: Omit<PageReport, "validation">,
): string {
  const left = [
    ...(stepsLeftOut === 0 ? [] : [`the first ${stepsLeftOut} steps are left out`]),
    ...(picturesLeftOut === 0
      ? []
      : [`${picturesLeftOut} screenshots are left out: missing, or too large for one page`]),
  ];
  return [`${file}: ${steps} steps, ${pictures} screenshots`, ...left].join("; ");
}
