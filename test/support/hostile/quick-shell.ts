import { PACKET, shellPacket } from "../../../packages/virtual-android/src/adbd/shell-packets.js";
import type { Command, CommandCall } from "../../../packages/virtual-android/src/command.js";
import type { Phone } from "../../../packages/virtual-android/src/phone.js";
import { formatDate } from "../../../packages/virtual-android/src/toybox/format-date.js";
import type { ServiceStream } from "../../../src/devices/device.js";
import { PRINT_TIME } from "../../../src/devices/device-clock.js";

/** The parts that the phone's programs need to run without a shell and a process table. */
export interface QuickShellParts {
  readonly phone: Phone;
  /** The programs by name; a script with any other program runs in the phone's own shell. */
  readonly programs: ReadonlyMap<string, Command>;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The result of a script. */
export interface ScriptResult {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs a script of a supported form with the phone's own programs. */
export type QuickRun = (signal: AbortSignal) => Promise<ScriptResult>;

/**
 * A shell for the few forms of scripts that an observation and a tap send. It runs the phone's own programs, but is a
 * hundred times faster than the phone's own shell, which interprets the whole shell language and manages processes.
 * Undefined for every other script, which the phone's own shell has to run.
 */
export function quickRun(given: QuickShellParts, script: string): QuickRun | undefined {
  const text = script.replaceAll(PRINT_TIME.text, OWN.time);
  const [first = "", ...more] = text.split(PART_END);
  const mark = PART_END.exec(text)?.[1] ?? "";
  const segments = [first, ...more.filter((part) => part !== mark)];
  const parts = allOf(segments.map((part) => guardedSteps(part) ?? dumpSteps(part) ?? listSteps(part)));
  return parts && quickParts(given, parts, mark);
}

/** The separator of two parts of one stream: see shell-parts.ts. */
const PART_END = /; echo "(FOVEA-END-[0-9a-f-]{36}) \$\?"; echo FOVEA-END-[0-9a-f-]{36} >&2; /;

function quickParts(given: QuickShellParts, parts: readonly (readonly Step[])[], mark: string): QuickRun | undefined {
  const steps = parts.flat();
  const isOwn = (name: string) => name === OWN.time || name === OWN.date;
  const isKnown = steps.every(({ argv: [name = ""] }) => isOwn(name) || given.programs.has(name));
  return isKnown ? async (signal) => await runParts(given, { parts, mark }, signal) : undefined;
}

async function runParts(
  given: QuickShellParts,
  { parts, mark }: { readonly parts: readonly (readonly Step[])[]; readonly mark: string },
  signal: AbortSignal,
): Promise<ScriptResult> {
  const out: Buffer[] = [];
  let [stderr, exitCode] = ["", 0];
  for (const [place, steps] of parts.entries()) {
    const ran = await runSteps(given, steps, signal);
    out.push(ran.stdout);
    stderr += ran.stderr;
    exitCode = ran.exitCode;
    if (ran.hasExited || place === parts.length - 1) break;
    out.push(Buffer.from(`${mark} ${exitCode}\n`));
    stderr += `${mark}\n`;
  }
  return { stdout: Buffer.concat(out), stderr, exitCode };
}

/** The stream that adbd would give for the script. */
export function quickStream(run: QuickRun, signal: AbortSignal): ServiceStream {
  const closing = new AbortController();
  let isOver = false;
  const close = () => void (isOver || closing.abort());
  return {
    write: async () => {},
    close,
    [Symbol.asyncDispose]: async () => close(),
    async *[Symbol.asyncIterator]() {
      signal.throwIfAborted();
      const { stdout, stderr, exitCode } = await run(AbortSignal.any([signal, closing.signal]));
      signal.throwIfAborted();
      isOver = true;
      const packets = [shellPacket(PACKET.stdout, stdout), shellPacket(PACKET.stderr, Buffer.from(stderr))];
      yield Buffer.concat([...packets, shellPacket(PACKET.exit, Uint8Array.of(exitCode))]);
    },
  };
}

/** Commands of this shell itself; `fovea-time` replaces the script text that prints the time. */
const OWN = { time: "fovea-time", date: "date" } as const;

interface Step {
  readonly argv: readonly string[];
  /** Selects lines of its output; `most` limits their number. */
  readonly filter?: (line: string) => boolean;
  readonly most?: number;
  /** Prints the file that the program wrote; the program's own output goes to stderr. */
  readonly prints?: { readonly file: string; readonly isTimed: boolean };
  /** Whether the script ends if this step fails. */
  readonly mustWork?: boolean;
  /** Ends the script with an exit code that depends on the words in the output. */
  readonly guard?: {
    readonly asleep: string;
    readonly same: string;
    readonly reported: string;
    readonly moved: number;
    readonly unknown: number;
  };
}

interface StepsResult extends ScriptResult {
  /** Whether a guard ended the script. */
  readonly hasExited?: boolean;
}

async function runSteps(parts: QuickShellParts, steps: readonly Step[], signal: AbortSignal): Promise<StepsResult> {
  const out: Buffer[] = [];
  let stderr = "";
  let exitCode = 0;
  for (const step of steps) {
    const { argv, filter, most, prints, guard } = step;
    const ran = await runProgram(parts, argv, signal);
    exitCode = ran.exitCode;
    if (guard) {
      const failed = failedGuard(guard, ran);
      if (failed !== undefined) return { stdout: Buffer.concat(out), stderr, exitCode: failed, hasExited: true };
      continue;
    }
    stderr += ran.stderr;
    if (prints) {
      stderr += `${ran.stdout.toString()}uiautomator ended with ${ran.exitCode}\n`;
      if (prints.isTimed) stderr += timeOf(parts.phone);
      const file = parts.phone.files.read(prints.file);
      if (file) out.push(Buffer.from(file));
      else stderr += `cat: ${prints.file}: No such file or directory\n`;
      parts.phone.files.remove(prints.file);
    } else if (filter) {
      const lines = ran.stdout.toString().split("\n").filter(filter).slice(0, most);
      exitCode = lines.length > 0 ? 0 : 1;
      out.push(Buffer.from(lines.map((line) => `${line}\n`).join("")));
    } else out.push(ran.stdout);
    if (step.mustWork && exitCode !== 0) break;
  }
  return { stdout: Buffer.concat(out), stderr, exitCode };
}

function failedGuard(
  { asleep, same, reported, moved, unknown }: NonNullable<Step["guard"]>,
  { stdout }: ScriptResult,
): number | undefined {
  if (stdout.includes(asleep)) return moved;
  if (stdout.includes(same)) return undefined;
  return stdout.includes(reported) ? moved : unknown;
}

async function runProgram(
  { phone, programs, sleep }: QuickShellParts,
  argv: readonly string[],
  signal: AbortSignal,
): Promise<ScriptResult> {
  if (argv[0] === OWN.time) return { stdout: Buffer.alloc(0), stderr: timeOf(phone), exitCode: 0 };
  if (argv[0] === OWN.date) {
    const stdout = Buffer.from(`${formatDate(argv[1]?.slice(1) ?? "", phone.state().wallClockMs)}\n`);
    return { stdout, stderr: "", exitCode: 0 };
  }
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const into = (chunks: Buffer[]) => ({
    write: async (chunk: string | Uint8Array) => void chunks.push(bytesOf(chunk)),
  });
  const call: CommandCall = {
    ...{ argv, phone, stdin: NOTHING, stdout: into(out), stderr: into(err), env: new Map(), signal },
    sleep: async (ms) => await sleep(ms, signal),
  };
  const exitCode = (await programs.get(argv[0] ?? "")?.run(call)) ?? 127;
  return { stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString(), exitCode };
}

/** The uptime, in the format of `/proc/uptime`. */
function timeOf(phone: Phone): string {
  return `fovea at ${(phone.state().uptimeMs / 1000).toFixed(2)}\n`;
}

function bytesOf(chunk: string | Uint8Array): Buffer {
  return typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

const NOTHING: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} };

/** `exec P`, or `P; exec P`, or `P; P | grep -E -mN 'RE'; P 2>/dev/null`. */
function listSteps(script: string): readonly Step[] | undefined {
  const steps = script.split("; ").map((part) => simpleStep(part.replace(/^exec /, "")));
  return allOf(steps);
}

function simpleStep(part: string): Step | undefined {
  const [program = "", filter, ...more] = part.replace(/ 2>\/dev\/null$/, "").split(" | ");
  const argv = wordsOf(program);
  if (!argv || more.length > 0) return undefined;
  if (filter === undefined) return { argv };
  const found = /^grep -(i)?E -m(\d+) '([^']+)'$/.exec(filter);
  if (!found) return undefined;
  const [, flag = "", most, words = ""] = found;
  const pattern = new RegExp(words, flag);
  return { argv, filter: (line) => pattern.test(line), most: Number(most) };
}

/** `case $(D | grep -oF -e Z -e A -e B) in *Z*) exit N;; *A*) ;; *B*) exit N;; *) exit M;; esac && P && P`. */
function guardedSteps(script: string): readonly Step[] | undefined {
  const found =
    /^case \$\((.+?) \| grep -oF -e '([^']+)' -e '([^']+)' -e '([^']+)'\) in \*'\2'\*\) exit (\d+);; \*'\3'\*\) ;; \*'\4'\*\) exit \5;; \*\) exit (\d+);; esac && (.+)$/.exec(
      script,
    );
  if (!found) return undefined;
  const [, dump = "", asleep = "", same = "", reported = "", moved, unknown, program = ""] = found;
  const check = wordsOf(dump);
  const acts = allOf(program.split(" && ").map(wordsOf));
  if (!check || !acts) return undefined;
  const guard = { asleep, same, reported, moved: Number(moved), unknown: Number(unknown) };
  return [{ argv: check, guard }, ...acts.map((argv) => ({ argv, mustWork: true }))];
}

/** A script that runs uiautomator and prints its file. */
function dumpSteps(script: string): readonly Step[] | undefined {
  const found =
    /^trap '[^']+' HUP INT TERM; (uiautomator dump (?:--compressed )?(\S+)) >&2 & wait \$!; echo "uiautomator ended with \$\?" >&2; (fovea-time; )?cat \2; rm -f \2$/.exec(
      script,
    );
  if (!found) return undefined;
  const [, dump = "", file = "", time] = found;
  const argv = wordsOf(dump);
  return argv && [{ argv, prints: { file, isTimed: time !== undefined } }];
}

/** The words of a command, plain or in single quotes; undefined if a shell would read the text differently. */
function wordsOf(text: string): readonly string[] | undefined {
  if (!/^(?:'[^']*'|[\w./:+%=@,-]+)(?: (?:'[^']*'|[\w./:+%=@,-]+))*$/.test(text)) return undefined;
  return [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

function allOf<T>(list: readonly (T | undefined)[]): readonly T[] | undefined {
  const whole = list.filter((one) => one !== undefined);
  return whole.length === list.length ? whole : undefined;
}
