import { createHash } from "node:crypto";
import { type FileHandle, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { makeFolder } from "../base/make-folder.js";
import type { FlowLine } from "../trace/flow-lines.js";
import {
  CALLS_FILE,
  FLOW_FILE,
  MANIFEST_FILE,
  manifestSchema,
  SCREENSHOT_FOLDER,
  STEPS_FILE,
  type TraceManifest,
} from "../trace/manifest.js";
import type { InteractionStep } from "../trace/protocol.js";
import { printStep } from "../trace/read-step.js";
import type { TraceCall } from "../trace/x-fovea.js";
import { type OpenLines, openLines } from "./open-lines.js";

/** The data of a screenshot that is kept in memory. */
interface Kept {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Appends to the folder of one trace. Each line is written at once, after its screenshot, and the manifest is replaced
 * as a whole: so the files are a valid trace up to the last complete line whenever the process ends. Errors are thrown.
 * The caller has to make one call after another.
 */
export class TraceWriter {
  readonly folder: string;
  readonly capBytes: number;
  #manifest: TraceManifest;
  readonly #steps: FileHandle;
  readonly #calls: FileHandle;
  /** Opened with the first step of a flow. */
  #flow: OpenLines | null = null;
  /** The existing screenshots, oldest first. */
  readonly #pictures: Map<string, Kept>;
  #bytes: number;
  #lineBytes: number;
  #latest: number;
  #callCount: number;

  private constructor(opened: Opened) {
    this.folder = opened.folder;
    this.capBytes = opened.capBytes;
    this.#manifest = opened.manifest;
    this.#steps = opened.steps.file;
    this.#calls = opened.calls.file;
    this.#pictures = new Map(opened.pictures.map((kept) => [kept.path, kept]));
    this.#lineBytes = opened.steps.bytes + opened.calls.bytes;
    this.#bytes = this.#lineBytes + opened.pictures.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#latest = opened.steps.last.timestamp ?? 0;
    this.#callCount = opened.calls.last.call ?? 0;
  }

  /**
   * Begins a trace in a folder that only its owner can read, or continues an existing one of the same device; an
   * incomplete last line is removed. Errors: TRACE_UNWRITABLE.
   */
  static async open(folder: string, fresh: TraceManifest, capBytes: number): Promise<TraceWriter> {
    try {
      await makeFolder(join(folder, SCREENSHOT_FOLDER));
      const manifest = continued(await readManifest(folder), fresh);
      await writeManifest(folder, manifest);
      const steps = await openLines(join(folder, STEPS_FILE));
      const calls = await openLines(join(folder, CALLS_FILE));
      const pictures = await picturesIn(folder);
      return new TraceWriter({ folder, capBytes, manifest, steps, calls, pictures });
    } catch (cause) {
      throw unwritable(folder, cause);
    }
  }

  /** The time from which its timestamps count, in ms since the epoch. */
  get startedAt(): number {
    return Date.parse(this.#manifest.started_at);
  }

  get isFull(): boolean {
    return this.#lineBytes >= this.capBytes;
  }

  /** The number of the next call. */
  nextCall(): number {
    this.#callCount += 1;
    return this.#callCount;
  }

  /** Errors: TRACE_UNWRITABLE. */
  async step(step: InteractionStep): Promise<void> {
    // The clock may be moved back, but the timestamps of steps must not decrease.
    this.#latest = Math.max(this.#latest, step.timestamp);
    await this.#append(this.#steps, printStep({ ...step, timestamp: this.#latest }));
  }

  /** Errors: TRACE_UNWRITABLE. */
  async call(call: TraceCall): Promise<void> {
    await this.#append(this.#calls, JSON.stringify(call));
  }

  /** Errors: TRACE_UNWRITABLE. */
  async flowStep(line: FlowLine): Promise<void> {
    try {
      this.#flow ??= await openLines(join(this.folder, FLOW_FILE));
    } catch (cause) {
      throw unwritable(this.folder, cause);
    }
    await this.#append(this.#flow.file, JSON.stringify(line));
  }

  /**
   * Writes a PNG under the hash of its pixels, unless it exists. Gives its path in the trace. Errors: TRACE_UNWRITABLE.
   */
  async picture(sha256: string, encode: () => Promise<Uint8Array>): Promise<string> {
    const path = `${SCREENSHOT_FOLDER}/${sha256}.png`;
    const known = this.#pictures.get(path);
    this.#pictures.delete(path);
    if (known) {
      this.#pictures.set(path, known);
      return path;
    }
    try {
      const bytes = await encode();
      await writeWhole(this.#at(path), bytes);
      this.#pictures.set(path, { path, bytes: bytes.byteLength });
      this.#bytes += bytes.byteLength;
      const { dropped_screenshots: dropped } = this.#manifest;
      if (dropped.includes(path)) await this.#note({ dropped_screenshots: dropped.filter((one) => one !== path) });
      await this.#makeRoom(path);
      return path;
    } catch (cause) {
      throw unwritable(this.folder, cause);
    }
  }

  /** Writes into the manifest why the recording ended by itself. Errors: TRACE_UNWRITABLE. */
  async noteEnd(why: string): Promise<void> {
    await this.#note({ ended: why }).catch((cause) => {
      throw unwritable(this.folder, cause);
    });
  }

  async close(): Promise<void> {
    await this.#steps.close();
    await this.#calls.close();
    await this.#flow?.file.close();
  }

  async #append(file: FileHandle, line: string): Promise<void> {
    const bytes = Buffer.from(`${line}\n`);
    try {
      const { bytesWritten } = await file.write(bytes);
      if (bytesWritten !== bytes.length) await file.write(bytes, bytesWritten);
    } catch (cause) {
      throw unwritable(this.folder, cause);
    }
    this.#lineBytes += bytes.length;
    this.#bytes += bytes.length;
    await this.#makeRoom(null);
  }

  /** Deletes the oldest screenshots until the trace fits its limit; the manifest lists them first. */
  async #makeRoom(newest: string | null): Promise<void> {
    const going: Kept[] = [];
    for (const kept of this.#pictures.values()) {
      if (this.#bytes <= this.capBytes || kept.path === newest) break;
      going.push(kept);
      this.#bytes -= kept.bytes;
    }
    if (going.length === 0) return;
    for (const { path } of going) this.#pictures.delete(path);
    const paths = going.map(({ path }) => path);
    await this.#note({ dropped_screenshots: [...this.#manifest.dropped_screenshots, ...paths] });
    await Promise.all(paths.map(async (path) => await rm(this.#at(path), { force: true })));
  }

  async #note(more: Partial<TraceManifest>): Promise<void> {
    this.#manifest = { ...this.#manifest, ...more };
    await writeManifest(this.folder, this.#manifest);
  }

  #at(path: string): string {
    return join(this.folder, path);
  }
}

interface Opened {
  readonly folder: string;
  readonly capBytes: number;
  readonly manifest: TraceManifest;
  readonly steps: OpenLines;
  readonly calls: OpenLines;
  readonly pictures: readonly Kept[];
}

async function readManifest(folder: string): Promise<TraceManifest | null> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch(() => null);
  return text === null ? null : manifestSchema.parse(JSON.parse(text));
}

/** The existing manifest, with the present options added if they differ; the new one if none exists. */
function continued(known: TraceManifest | null, fresh: TraceManifest): TraceManifest {
  if (known === null) return fresh;
  if (known.device.serial !== fresh.device.serial) throw new Error(`it holds a trace of ${known.device.serial}`);
  const { started_at, options } = fresh;
  const later = known.later_options ?? [];
  if (isDeepStrictEqual(later.at(-1)?.options ?? known.options, options)) return known;
  return { ...known, later_options: [...later, { started_at, options }] };
}

/** Writes a file such that it appears complete or not at all. */
async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    await writeFile(part, content, { mode: 0o600 });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function writeManifest(folder: string, manifest: TraceManifest): Promise<void> {
  await writeWhole(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The complete screenshots in the folder, oldest first; incomplete files are deleted. */
async function picturesIn(folder: string): Promise<readonly Kept[]> {
  const found: (Kept & { readonly at: number })[] = [];
  for (const name of await readdir(join(folder, SCREENSHOT_FOLDER))) {
    const path = `${SCREENSHOT_FOLDER}/${name}`;
    if (name.endsWith(".part")) await rm(join(folder, path), { force: true });
    if (!name.endsWith(".png")) continue;
    const { size, mtimeMs } = await stat(join(folder, path));
    found.push({ path, bytes: size, at: mtimeMs });
  }
  return found.sort((one, other) => one.at - other.at);
}

function unwritable(folder: string, cause: unknown): FoveaError {
  const why = causeWords(cause);
  return new FoveaError("TRACE_UNWRITABLE", `the trace in ${folder} cannot be written: ${why}`, { cause });
}

/** The name of a folder for a serial, which may contain characters that file names may not. */
export function folderNameOf(serial: string): string {
  const plain = serial
    .replace(/[^\w.-]+/g, "_")
    .replace(/^\.+/, "_")
    .slice(0, 80);
  if (plain === serial) return plain;
  return `${plain}-${createHash("sha256").update(serial).digest("hex").slice(0, 8)}`;
}
