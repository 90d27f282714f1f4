import { existsSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FoveaError, toFoveaError } from "../base/errors.js";
import type { Rect } from "../base/geometry.js";
import { Lock } from "../base/lock.js";
import { warn } from "../base/log.js";
import { makeFolder } from "../base/make-folder.js";
import { redactionOf } from "../base/redaction.js";
import { deadline } from "../base/signals.js";
import { readAppLog } from "../observe/evidence/read-app-log.js";
import { screenPicture } from "../observe/screen-picture.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE } from "../screen/outline.js";
import { renderScreen } from "../screen/screen-text.js";
import type { Session } from "../session/session.js";
import type { ActNote } from "../session/session-watcher.js";
import type { Called } from "./called.js";
import { conditionSecrets } from "./condition-secrets.js";
import { Redactor } from "./redactor.js";
import { safeCall } from "./safe-call.js";
import { safePicture } from "./safe-picture.js";
import { secretsOf } from "./typing.js";

/** A call that failed. */
export interface FailedCall {
  readonly called: Called;
  readonly acts: readonly ActNote[];
  readonly error: FoveaError;
  /** The device that the call used; null if it used none. */
  readonly session: Session | null;
  /** The known screen of the device when the call began to use it; null if none was known. */
  readonly known: Observation | null;
  readonly begunAt: number;
  readonly durationMs: number;
}

/** The most failures that are kept; the oldest are removed first. */
const MOST_KEPT = 100;
/** The most secrets from earlier calls that are remembered: later calls may repeat them. */
const MOST_REMEMBERED = 500;
/** The time limit for the screenshot and the log, so that a device without a response delays a call only briefly. */
const LOOK_MS = 15_000;
const PRIVATE = { mode: 0o600 } as const;

/**
 * Keeps evidence on failed calls, each in its own folder, which only its owner can read: `failure.json` (call, error,
 * timings, and what could not be kept and why), `screen.txt`, `elements.json`, `screenshot.png` and `log.txt`.
 * Everything is redacted. Never throws: a failure to write is only logged as a warning.
 */
export class FailureFolder {
  readonly #folder: string;
  readonly #newRedactor: () => Redactor;
  readonly #remembered = new Set<string>();
  readonly #writing = new Lock();
  #count = 0;

  constructor(folder: string, newRedactor: () => Redactor) {
    this.#folder = folder;
    this.#newRedactor = newRedactor;
  }

  /** Remembers secrets that later failures must not contain. */
  remember(secrets: readonly string[]): void {
    for (const secret of secrets) {
      this.#remembered.delete(secret);
      this.#remembered.add(secret);
    }
    for (const oldest of this.#remembered) {
      if (this.#remembered.size <= MOST_REMEMBERED) break;
      this.#remembered.delete(oldest);
    }
  }

  /** Starts to write the failure; `path` is its folder. */
  keep(failed: FailedCall): { readonly path: string; readonly written: Promise<void> } {
    this.#count += 1;
    // With milliseconds, the folders of two recorders in one process have different names.
    const time = new Date().toISOString().replaceAll(/[-:.Z]/g, "");
    const number = String(this.#count).padStart(4, "0");
    const path = join(this.#folder, `${time}-${process.pid}-${number}-${failed.called.tool}-${failed.error.code}`);
    const written = this.#write(path, failed).catch((error) => {
      warn("failures", `a failed call could not be kept in ${path}: ${toFoveaError(error).message}`);
    });
    return { path, written };
  }

  async #write(path: string, failed: FailedCall): Promise<void> {
    const redactor = this.#newRedactor();
    for (const secret of this.#remembered) redactor.noteSecret(secret);
    noteSecrets(failed, redactor);
    const seen = await evidenceOf(failed, redactor);
    const failure = redactor.value(reportedOf(failed, seen.observation));
    const text = `${JSON.stringify({ ...Object(failure), missing: seen.missing }, null, 2)}\n`;
    const files = [{ name: "failure.json", bytes: text }, ...seen.files];
    // One failure after another, so that none is removed as an old one while it is written.
    const work = async () => {
      await writeFiles(path, files);
      await this.#dropOldest();
    };
    await this.#writing.run(work, new AbortController().signal);
  }

  async #dropOldest(): Promise<void> {
    const names = (await readdir(this.#folder))
      .filter((name) => /^\d{8}T\d{6,9}-\d+-\d+-\w+-\w+$/.test(name))
      .toSorted();
    for (const name of names.slice(0, Math.max(0, names.length - MOST_KEPT)))
      await rm(join(this.#folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Another process may remove the folder as one of the oldest meanwhile: then the failure is not kept. Errors: those of
 * writing.
 */
async function writeFiles(path: string, files: readonly EvidenceFile[]): Promise<void> {
  await makeFolder(path);
  try {
    for (const { name, bytes } of files) await writeFile(join(path, name), bytes, PRIVATE);
  } catch (error) {
    if (existsSync(path)) throw error;
  }
}

interface FailureOptions {
  readonly failures?: string | undefined;
  readonly redact: readonly string[];
  readonly redactRegions: readonly Rect[];
}

/** Null if failures are not kept. Errors: INVALID_ARGUMENT for invalid patterns. */
export function failureFolderOf({ failures, redact, redactRegions }: FailureOptions): FailureFolder | null {
  if (failures === undefined) return null;
  const redaction = redactionOf(redact);
  return new FailureFolder(failures, () => new Redactor(redaction, redactRegions));
}

/**
 * Notes the secrets of a trace as well: text typed into possible password fields, and the hidden parts of the call's
 * screens.
 */
function noteSecrets({ called, acts, error, known }: FailedCall, redactor: Redactor): void {
  const { secrets, own } = safeCall(called, acts, { error: { code: error.code, message: error.message } });
  for (const secret of [...secrets, ...own, ...acts.flatMap(secretsOf)]) redactor.noteSecret(secret);
  const screens = [known, ...acts.flatMap(({ before, after }) => [before, after])].filter((one) => one !== null);
  for (const screen of screens) redactor.noteScreen(screen);
  for (const secret of conditionSecrets(called, screens)) redactor.noteSecret(secret);
}

function reportedOf({ called, acts, error, session, begunAt, durationMs }: FailedCall, seen: Observation | null) {
  const { code, message, context, recoverySuggestions } = error;
  const { inputs, result, secrets, own, keepsAnswer } = safeCall(called, acts, { error: { code, message } });
  const safe = (text: string | undefined) =>
    text === undefined || !keepsAnswer
      ? null
      : [...secrets, ...own].reduce((left, one) => left.replaceAll(one, "[redacted]"), text);
  return {
    tool: called.tool,
    inputs,
    device: session?.device.serial ?? null,
    ...("error" in result ? result.error : { code, message: "" }),
    attemptedAction: safe(context.attemptedAction),
    elementDescription: safe(context.elementDescription),
    visualContext: safe(context.visualContext),
    recoverySuggestions: keepsAnswer ? recoverySuggestions.map((one) => safe(one)) : [],
    mayHaveHappened: context.mayHaveHappened ?? false,
    acts: acts.map(({ call, verdict, times }) => ({
      tool: call.tool,
      verdict: verdict?.kind ?? null,
      ms: { untilDone: Math.round(times.done - times.begun), untilSeen: Math.round(times.ended - times.begun) },
    })),
    timings: {
      begunAt: new Date(performance.timeOrigin + begunAt).toISOString(),
      durationMs: Math.round(durationMs),
      observation: seen && { cost: seen.cost, parts: seen.parts },
    },
  };
}

interface EvidenceFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

interface Evidence {
  readonly observation: Observation | null;
  readonly files: readonly EvidenceFile[];
  /** The reason why a file is missing, by its name. */
  readonly missing: Readonly<Record<string, string>>;
}

const NOTHING: Evidence = { observation: null, files: [], missing: {} };

/** The screen after the failure, and the log of its app; if one of the two fails, the other is still kept. */
async function evidenceOf({ session, known }: FailedCall, redactor: Redactor): Promise<Evidence> {
  if (!session) return { ...NOTHING, missing: { device: "the call reached no device" } };
  using limit = deadline(LOOK_MS, "keeping a failed call", new AbortController().signal);
  const { signal } = limit;
  const seen = await screenPicture(session, true, signal).catch((error) => toFoveaError(error));
  if (!("observation" in seen)) return { ...NOTHING, missing: { screen: `${seen.code}: ${seen.message}` } };
  const { observation, frame } = seen;
  redactor.noteScreen(observation);
  const bytes = await safePicture(observation, frame, redactor);
  const shown = typeof bytes === "string" ? bytes : { name: "screenshot.png", bytes };
  // The app from before the call comes first: an app that crashed is no longer in front.
  const app = appOf(known) ?? appOf(observation);
  const logged = app === null ? "no app is in front" : await logFile(session, app, redactor, signal);
  const texts: readonly EvidenceFile[] = [
    { name: "screen.txt", bytes: `${redactor.text(renderScreen(observation, DEFAULT_OUTLINE))}\n` },
    { name: "elements.json", bytes: `${JSON.stringify(elementsOf(observation, redactor), null, 1)}\n` },
  ];
  return {
    observation,
    files: [...texts, ...[shown, logged].filter((one) => typeof one !== "string")],
    missing: {
      ...(typeof shown === "string" && { "screenshot.png": shown }),
      ...(typeof logged === "string" && { "log.txt": logged }),
    },
  };
}

function elementsOf({ elements }: Observation, redactor: Redactor): unknown {
  return elements.map((element) => {
    const { ref, parent, role, bounds, resourceId, actions, enabled, checked, selected, focused } = element;
    const words = redactor.words(element);
    return { ref, parent, role, ...words, bounds, resourceId, actions, enabled, checked, selected, focused };
  });
}

async function logFile(
  session: Session,
  app: string,
  redactor: Redactor,
  signal: AbortSignal,
): Promise<EvidenceFile | string> {
  const log = await readAppLog(session, app, signal).catch((error) => toFoveaError(error));
  if (typeof log !== "string") return `${log.code}: ${log.message}`;
  return { name: "log.txt", bytes: `${redactor.text(log)}\n` };
}

function appOf(seen: Observation | null): string | null {
  return seen?.activeWindow?.app?.package ?? seen?.activeWindow?.package ?? null;
}
