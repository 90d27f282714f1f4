import { lstat, readFile } from "node:fs/promises";
import { basename, isAbsolute, join, posix, resolve } from "node:path";
import { FoveaError } from "../base/errors.js";
import { type OpenTrace, openTrace } from "../trace/open-trace.js";
import { validateTrace } from "../trace/validate-trace.js";
import { type RecordedStep, recordedStep } from "./recorded-step.js";
import { isSameRecordedFront } from "./steady-words.js";

/** A trace for a replay. Dispose of it when its pictures are no longer needed. */
export interface Recording extends AsyncDisposable {
  readonly name: string;
  readonly steps: readonly RecordedStep[];
  /** The bytes of a picture by its path in the trace; null if there is none. */
  picture(path: string): Promise<Uint8Array | null>;
}

/** Reads a whole trace. Errors: TRACE_UNREADABLE, also if it has no step or an invalid one. */
export async function readRecording(path: string, signal?: AbortSignal): Promise<Recording> {
  const opened = await openTrace(path, signal);
  try {
    return { ...(await readOpened(path, opened, signal)), [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
  } catch (error) {
    await opened[Symbol.asyncDispose]();
    throw error;
  }
}

async function readOpened(
  path: string,
  opened: OpenTrace,
  signal: AbortSignal | undefined,
): Promise<Omit<Recording, keyof AsyncDisposable>> {
  const steps: RecordedStep[] = [];
  const { problems } = await validateTrace(opened, (step, line) => {
    signal?.throwIfAborted();
    steps.push(recordedStep(step, { number: steps.length + 1, line }));
  });
  const [first] = problems;
  if (first) {
    const where = [first.file ?? "", first.line === 0 ? "" : `line ${first.line}`, first.path]
      .filter((part) => part !== "")
      .join(": ");
    throw new FoveaError("TRACE_UNREADABLE", `${path} is not valid: ${where}: ${first.reason}`);
  }
  if (steps.length === 0) throw new FoveaError("TRACE_UNREADABLE", `${path} holds no step`);
  return {
    name: basename(resolve(path)),
    steps: steps.map((step, place) => withPictureAfter(withStateAfter(step, steps[place + 1]), steps[place + 1])),
    picture: async (name) => await pictureIn(opened.folder, name),
  };
}

/** A step of another program has no result in the log: the state before the next step is used as its result. */
function withStateAfter(step: RecordedStep, next: RecordedStep | undefined): RecordedStep {
  if (!step.isForeign || step.after || !next?.before.isKnown) return step;
  const { front, words, picture, deviceMs } = next.before;
  return { ...step, after: { front, words, changed: null, picture, deviceMs } };
}

/** If no picture was saved after a step, the next step's picture is used, provided that the screen is the same. */
function withPictureAfter(step: RecordedStep, next: RecordedStep | undefined): RecordedStep {
  const { after } = step;
  if (!after || after.picture !== null || !next?.before.isKnown || !isSameRecordedFront(after.front, next.before.front))
    return step;
  const words = next.before.words;
  const isSame = words.size === after.words.size && [...words].every((word) => after.words.has(word));
  return isSame ? { ...step, after: { ...after, picture: next.before.picture } } : step;
}

async function pictureIn(folder: string, name: string): Promise<Uint8Array | null> {
  const inside = posix.normalize(name.replaceAll("\\", "/"));
  if (isAbsolute(name) || inside === ".." || inside.startsWith("../")) return null;
  const path = join(folder, inside);
  const found = await lstat(path).catch(() => null);
  return found?.isFile() === true ? await readFile(path).catch(() => null) : null;
}
