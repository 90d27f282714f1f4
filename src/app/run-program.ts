import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { FoveaError } from "../base/errors.js";
import type { ProgramCall, ProgramResult, RunProgram } from "../vision/ocr/program.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables of our environment that a program gets: the paths of programs, libraries and data, and the user's own
 * folders.
 */
const REPORTED = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TESSDATA_PREFIX", "HOME", "TMPDIR"].concat(
  ["Path", "SystemRoot", "PATHEXT", "TEMP", "USERPROFILE"], // Windows
);

const MOST_COMPLAINT = 4_096;

/** Runs programs of this host without a shell, and without other variables of our environment (tokens, keys). */
export function programRunner(env: Environment): RunProgram {
  return async (call, signal) => {
    signal.throwIfAborted();
    const known = Object.fromEntries(REPORTED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
    const options = { env: { ...known, ...call.env }, shell: false, windowsHide: true } as const;
    const child = spawn(call.file, call.args, options);
    // If the program stops reading early, the pipe breaks; its exit code says more.
    child.stdin.on("error", () => {}).end(call.input);
    const kill = () => child.kill("SIGKILL");
    signal.addEventListener("abort", kill, { once: true });
    try {
      return await collect(child, call, signal);
    } finally {
      signal.removeEventListener("abort", kill);
    }
  };
}

async function collect(
  child: ChildProcessWithoutNullStreams,
  call: ProgramCall,
  signal: AbortSignal,
): Promise<ProgramResult> {
  const output: Buffer[] = [];
  const said: Buffer[] = [];
  let [outputLength, saidLength] = [0, 0];
  child.stdout.on("data", (part: Buffer) => {
    outputLength += part.length;
    if (outputLength <= call.mostOutput) output.push(part);
    else child.kill("SIGKILL");
  });
  child.stderr.on("data", (part: Buffer) => {
    if (saidLength < MOST_COMPLAINT) said.push(part);
    saidLength += part.length;
  });
  const [code, killedBy] = await once(child, "close").catch((cause: unknown) => {
    throw new FoveaError("OCR_UNAVAILABLE", `the program ${call.file} cannot be run: ${wordsOf(cause)}`, { cause });
  });
  signal.throwIfAborted();
  if (outputLength > call.mostOutput) {
    throw new FoveaError("OUTPUT_TOO_LARGE", `${call.file} wrote more than ${call.mostOutput} bytes and was ended`);
  }
  const complaint = Buffer.concat(said).subarray(0, MOST_COMPLAINT).toString("utf8");
  return { code: killedBy ? null : code, output: Buffer.concat(output), complaint };
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause && cause.code === "ENOENT" ? "no such program" : String(cause);
}
