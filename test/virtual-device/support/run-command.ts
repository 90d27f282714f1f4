import type { Command, CommandCall, Output } from "../../../packages/virtual-android/src/command.js";
import type { Phone } from "../../../packages/virtual-android/src/phone.js";

/** What a program left behind. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The phone's time that it waited, ms. */
  readonly waitedMs: number;
}

/** Runs a program of the virtual phone with the words of a command line; words hold no blanks. */
export async function runCommand(
  command: Command,
  line: string,
  phone: Phone,
  stdin?: Uint8Array,
): Promise<CommandResult> {
  const words = line.split(" ");
  const output = { stdout: "", stderr: "" };
  let waitedMs = 0;
  const writer = (name: keyof typeof output): Output => ({
    async write(chunk) {
      output[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    },
  });
  const call: CommandCall = {
    argv: words,
    phone,
    stdin: chunksOf(stdin ?? new Uint8Array()),
    stdout: writer("stdout"),
    stderr: writer("stderr"),
    env: new Map(),
    signal: new AbortController().signal,
    async sleep(ms) {
      waitedMs += ms;
    },
  };
  const status = await command.run(call);
  return { status, ...output, waitedMs };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
}
