import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { FoveaError, isFoveaError } from "../base/errors.js";
import { quoteUntrusted } from "../base/printable.js";
import { withDeadline } from "../base/signals.js";
import type { Device } from "./device.js";

/** The time limit of a console command: an emulator answers at once, or it hangs. */
const ANSWER_MS = 5_000;
const MOST_BYTES = 64 * 1024;

/** The port of an emulator's console on this host, by its serial; null for other devices. */
export function consolePort({ serial }: Pick<Device, "serial">): number | null {
  const port = /^emulator-(\d{1,5})$/.exec(serial)?.[1];
  return port !== undefined && Number(port) < 65_536 ? Number(port) : null;
}

/**
 * Runs one command in the console of an emulator, and gives its output. The console is a TCP port of the emulator on
 * its host, separate from adb; its token is in the user's home folder, as for `adb emu`. Errors: UNSUPPORTED_ON_DEVICE
 * for anything but an emulator of this host, EMULATOR_CONSOLE_FAILED.
 */
export async function askConsole(
  device: Pick<Device, "serial">,
  command: string,
  signal: AbortSignal,
): Promise<string> {
  const port = consolePort(device);
  if (port === null) throw notAnEmulator(device);
  if (!/^[a-z][\w .:,-]{0,200}$/i.test(command))
    throw new FoveaError("INVALID_ARGUMENT", `${quoteUntrusted(command)} is not a command of an emulator's console`);
  const what = `the console of ${device.serial}`;
  try {
    return await withDeadline(ANSWER_MS, what, (limit) => converse(port, command, limit), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isFoveaError(error, "TIMEOUT")) throw error.with({ device: device.serial });
    const why = error instanceof Error ? error.message : String(error);
    const context = { device: device.serial, cause: error };
    throw new FoveaError("EMULATOR_CONSOLE_FAILED", `${what} (port ${port}) did not do "${command}": ${why}`, context);
  }
}

export function notAnEmulator({ serial }: Pick<Device, "serial">): FoveaError {
  return new FoveaError("UNSUPPORTED_ON_DEVICE", `${serial} is not an emulator of this host`, {
    device: serial,
    hint: "Use a device from list_devices whose serial begins with emulator-; a real device has no console.",
  });
}

/** Reads the greeting, sends the token if it is requested, then the command. Each answer ends with a line OK or KO. */
async function converse(port: number, command: string, signal: AbortSignal): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port, signal });
  const answers = answersOf(socket);
  const ask = async (line: string) => {
    socket.write(`${line}\n`);
    return await next(answers);
  };
  try {
    const greeting = await next(answers);
    if (/Authentication required/.test(greeting)) await ask(`auth ${await token()}`);
    return await ask(command);
  } finally {
    socket.destroy();
  }
}

async function token(): Promise<string> {
  const text = await readFile(join(homedir(), ".emulator_console_auth_token"), "utf8").catch(() => "");
  const words = text.trim();
  if (/^[\w+/=.-]{1,200}$/.test(words)) return words;
  throw new Error("it asks for a token, and ~/.emulator_console_auth_token holds none");
}

async function next(answers: AsyncGenerator<string, void, void>): Promise<string> {
  const { done, value } = await answers.next();
  if (done || value === undefined) throw new Error("it closed the connection");
  const refusal = /(?:^|\n)KO:? ?(.*)$/.exec(value)?.[1];
  if (refusal !== undefined) throw new Error(quoteUntrusted(refusal));
  return value;
}

async function* answersOf(socket: AsyncIterable<Buffer>): AsyncGenerator<string, void, void> {
  let text = "";
  for await (const chunk of socket) {
    text += chunk.toString("utf8").replaceAll("\r", "");
    if (text.length > MOST_BYTES) throw new Error("its answer is too long");
    for (;;) {
      // The answer to `kill` is "OK: killing emulator, bye bye".
      const end = /(?:^|\n)(OK(?:: [^\n]*)?|KO[^\n]*)\n/.exec(text);
      if (!end) break;
      const isDone = end[1]?.startsWith("OK") === true;
      const to = end.index + end[0].length;
      yield isDone ? text.slice(0, end.index) : text.slice(0, to - 1);
      text = text.slice(to);
    }
  }
}
