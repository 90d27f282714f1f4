import * as z from "zod";
import { programModule } from "../base/assets.js";
import { FoveaError } from "../base/errors.js";
import { Lock } from "../base/lock.js";
import { withDeadline } from "../base/signals.js";
import { WorkerPool } from "../base/worker-pool.js";
import type { Frame } from "../screen/frame.js";
import { quoteWords } from "../screen/label.js";
import type { Detector } from "./detector.js";
import type { GreyPicture } from "./ocr/binarise.js";
import { textsOf } from "./ocr/lines.js";
import { type Page, placedWords } from "./ocr/page.js";
import { parseWords, type ReadWord } from "./ocr/parse-words.js";
import type { ProgramResult, RunProgram } from "./ocr/program.js";

export interface OcrSettings {
  /** The program's name, which is searched in PATH, or its path. */
  readonly program: string;
  /** The names of languages that tesseract uses, joined by +. */
  readonly languages: string;
  readonly run: RunProgram;
  /** The time limit for one run of the program, in milliseconds; default 30,000, which a busy computer may need. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 30_000;
/** The largest output of the program, in bytes: ten times that of a screen full of words. */
const MOST_OUTPUT = 4_000_000;

// The value comes from Fovea's own code in another thread, so it is not validated.
const foundPage = z.custom<Page | undefined>();

interface Reader {
  readonly settings: OcrSettings;
  /** The threads that process pixels, so that this thread is not blocked. */
  readonly threads: WorkerPool;
}

/**
 * Tesseract's mode for sparse text. Compared with the mode for one block, it reads more of the text rows, and fewer
 * rows of other content.
 */
const PAGE_MODE = "11";

/**
 * A detector that reads words with the program tesseract, which has to be installed; the first screenshot shows whether
 * it is. Each text is one detection of kind `text`. Errors: OCR_UNAVAILABLE if it does not run, OCR_LANGUAGE_MISSING,
 * OCR_FAILED, OUTPUT_TOO_LARGE, TIMEOUT.
 */
export function createOcr(settings: OcrSettings): Detector {
  const turns = new Lock();
  const threads = new WorkerPool({ entry: programModule("vision/ocr/page-thread.js"), most: 1 });
  const ended = new AbortController();
  let isReady = false;
  return {
    name: "tesseract",
    source: "ocr",
    async detect(frame, caller) {
      const signal = AbortSignal.any([caller, ended.signal]);
      const read = async () => {
        if (!isReady) await requireLanguages(settings, signal);
        isReady = true;
        return textsOf(await readWords({ settings, threads }, frame, signal), frame.height);
      };
      return await turns.run(read, signal);
    },
    async close() {
      ended.abort(new FoveaError("CANCELLED", "OCR was stopped: Fovea closed the program"));
      await threads[Symbol.asyncDispose]();
    },
  };
}

async function readWords(
  { settings, threads }: Reader,
  frame: Frame,
  signal: AbortSignal,
): Promise<readonly ReadWord[]> {
  const { width, height } = frame;
  const rgba = Uint8Array.from(frame.rgba); // a copy: the caller still needs the pixels
  const job = { data: { width, height, rgba }, transfer: [rgba.buffer] };
  const page = foundPage.parse(await threads.run(job, signal));
  if (!page) return [];
  return placedWords(page, parseWords(await readTable(settings, page.picture, signal), page.picture));
}

/**
 * Checks that all languages are installed: the program would continue without a missing one, and only print a warning.
 */
async function requireLanguages(settings: OcrSettings, signal: AbortSignal): Promise<void> {
  const { code, output, complaint } = await runProgram(settings, ["--list-langs"], new Uint8Array(), signal);
  const [title, ...names] = new TextDecoder().decode(output).split(/\r?\n/);
  if (code !== 0 || !/^List of available languages/.test(title ?? "")) {
    const said = quoteWords(complaint || (title ?? ""));
    throw new FoveaError("OCR_UNAVAILABLE", `${settings.program} --list-langs does not answer like tesseract: ${said}`);
  }
  const missing = settings.languages.split("+").filter((language) => !names.includes(language));
  if (missing.length === 0) return;
  const packages = missing.map((language) => `tesseract-ocr-${language.replaceAll("_", "-")}`).join(" ");
  throw new FoveaError("OCR_LANGUAGE_MISSING", `${settings.program} has no data for ${missing.join(", ")}`, {
    hint: `Install the data (Debian, Ubuntu: \`apt install ${packages}\`), or name other languages with --ocr-languages.`,
  });
}

async function readTable(settings: OcrSettings, picture: GreyPicture, signal: AbortSignal): Promise<string> {
  const args = ["stdin", "stdout", "--psm", PAGE_MODE, "-l", settings.languages, "tsv"];
  const { code, output, complaint } = await runProgram(settings, args, portableGreyMap(picture), signal);
  if (code === 0) return new TextDecoder().decode(output);
  throw new FoveaError("OCR_FAILED", `${settings.program} ended with ${code ?? "a signal"}: ${quoteWords(complaint)}`);
}

async function runProgram(
  { program, run, deadlineMs = DEADLINE_MS }: OcrSettings,
  args: readonly string[],
  input: Uint8Array,
  signal: AbortSignal,
): Promise<ProgramResult> {
  // More threads of the program cost more than they gain on a few cores, and take these cores from other programs.
  const call = { file: program, args, input, env: { OMP_THREAD_LIMIT: "1" }, mostOutput: MOST_OUTPUT };
  return await withDeadline(deadlineMs, `reading words by ${program}`, (limit) => run(call, limit), signal);
}

/** The image as PGM, which needs no compression and no library. */
function portableGreyMap({ width, height, grey }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, "latin1"), grey]);
}
