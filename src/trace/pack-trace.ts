import { createReadStream } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { FoveaError } from "../base/errors.js";
import { CALLS_FILE, FLOW_FILE, MANIFEST_FILE, STEPS_FILE } from "./manifest.js";
import type { OpenTrace } from "./open-trace.js";
import { validateTrace } from "./validate-trace.js";
import { extensions } from "./x-fovea.js";

/** The contents of the packed trace. */
export interface PackedTrace {
  readonly steps: number;
  readonly screenshots: number;
  /** The bytes of an incomplete last step, which is left out. */
  readonly tornBytes: number;
}

/**
 * A trace as a `.fovea` file, which is a ZIP: the manifest, complete steps and calls, and their screenshots, sorted,
 * without times and permissions of files. So the same trace gives the same bytes. The whole trace is read before the
 * first byte is given. Errors: TRACE_UNREADABLE for a trace that is not valid, or for a single file of steps.
 */
export async function packTrace(
  trace: OpenTrace,
): Promise<PackedTrace & { readonly bytes: AsyncIterable<Uint8Array> }> {
  if (trace.manifest === null && trace.problems.length === 0) {
    throw new FoveaError(
      "TRACE_UNREADABLE",
      `${trace.stepsPath} is a file of steps alone, without the manifest of a trace`,
    );
  }
  const pictures = new Set<string>();
  const add = (path: string | undefined) => {
    if (path) pictures.add(path);
  };
  const found = await validateTrace(
    trace,
    (step) => {
      add(step.visual_state.screenshot_path);
      add(extensions.step(step)?.after?.screenshot_path);
    },
    ({ visual_state: state }) => add(state?.screenshot_path),
  );
  requireValid(trace, found.problems.length + found.more);
  const kept = await picturesInside(trace.folder, [...pictures].sort());
  const flow = (await lstat(join(trace.folder, FLOW_FILE)).catch(() => null))?.isFile() === true ? [FLOW_FILE] : [];
  const files = [MANIFEST_FILE, STEPS_FILE, ...(trace.callsPath === null ? [] : [CALLS_FILE]), ...flow, ...kept];
  return {
    steps: found.steps,
    screenshots: kept.length,
    tornBytes: found.tornBytes,
    bytes: zipOf(trace.folder, files),
  };
}

function requireValid({ folder }: OpenTrace, problems: number): void {
  if (problems === 0) return;
  throw new FoveaError("TRACE_UNREADABLE", `${folder} is not valid, and is not packed: ${problems} problems`, {
    hint: `\`fovea trace validate ${JSON.stringify(folder)}\` lists them.`,
  });
}

/** The screenshots that exist as plain files below the folder; paths through links are left out. */
async function picturesInside(folder: string, paths: readonly string[]): Promise<readonly string[]> {
  const root = await realpath(folder);
  const kept: string[] = [];
  for (const path of paths) {
    const file = join(root, path);
    const real = await realpath(file).catch(() => null);
    if (real === file && real.startsWith(root + sep) && (await lstat(real)).isFile())
      kept.push(path.replaceAll("\\", "/"));
  }
  return kept;
}

/**
 * ZIP times have no time zone. This is 1980-01-01 00:00, the earliest time in a ZIP, in any time zone of the packing
 * computer.
 */
const NO_TIME = new Date(1980, 0, 1);
const AS_IT_IS = { mtime: NO_TIME, mode: 0o100644, forceDosTimestamp: true } as const;

async function* zipOf(folder: string, files: readonly string[]): AsyncGenerator<Uint8Array> {
  const { ZipFile } = await import("yazl");
  const zip = new ZipFile();
  const { outputStream: output } = zip;
  zip.once("error", (error) => output.emit("error", error));
  for (const name of files) {
    const file = join(folder, name);
    const length = name.endsWith(".jsonl") ? await wholeLines(file) : null;
    const options = { ...AS_IT_IS, compress: /\.jsonl?$/.test(name) }; // screenshots are compressed already
    if (length === 0) zip.addBuffer(Buffer.alloc(0), name, options);
    else
      zip.addReadStreamLazy(name, options, (give) =>
        give(null, createReadStream(file, length === null ? {} : { end: length - 1 })),
      );
  }
  zip.end();
  for await (const chunk of output) yield Buffer.from(chunk);
}

const CHUNK_BYTES = 64 * 1024;

/** The number of bytes up to the end of a file's last complete line. */
async function wholeLines(path: string): Promise<number> {
  await using file = await open(path, "r");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let end = (await file.stat()).size; end > 0; ) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, end - start, start);
    const last = chunk.subarray(0, bytesRead).lastIndexOf("\n");
    if (last >= 0) return start + last + 1;
    end = start;
  }
  return 0;
}
