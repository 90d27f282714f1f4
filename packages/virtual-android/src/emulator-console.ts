import { createServer, type Server, type Socket } from "node:net";
import type { Managers } from "./framework/managers.js";
import { listen } from "./listen.js";

export interface EmulatorConsoleOptions {
  /** The token that a client has to send first; null if no token is required. */
  readonly token: string | null;
  /** The managers of the phone. Read again for each command, because a reboot makes new ones. */
  readonly managers: () => Managers;
  /** The port; any free port if absent. */
  readonly port?: number;
  /** The answer to `avd name`; without it, the command does not exist. */
  readonly name?: string;
  /** Called for the command `kill`. */
  readonly onKill?: () => void;
}

/** The console of an emulator on a loopback port, like the console of the Android emulator. */
export interface EmulatorConsole extends AsyncDisposable {
  readonly port: number;
}

/** Starts to listen. Errors: those of listen(2). */
export async function startEmulatorConsole(options: EmulatorConsoleOptions): Promise<EmulatorConsole> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    serve(socket, options);
  });
  const port = await listen(server, options.port ?? 0);
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function serve(socket: Socket, options: EmulatorConsoleOptions): void {
  const { token, managers } = options;
  let isKnown = token === null;
  let text = "";
  const say = (...lines: readonly string[]) => void socket.write(lines.map((line) => `${line}\r\n`).join(""));
  if (isKnown) say("Android Console: type 'help' for a list of commands", "OK");
  else
    say("Android Console: Authentication required", "Android Console: type 'auth <auth_token>' to authenticate", "OK");
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const line = text.slice(0, end).trim();
      text = text.slice(end + 1);
      if (isKnown) say(...(ofTheEmulator(line, options) ?? answer(line, managers())));
      else if (line === `auth ${token}`) {
        isKnown = true;
        say("Android Console: type 'help' for a list of commands", "OK");
      } else if (line.startsWith("auth "))
        say("KO: authentication token does not match ~/.emulator_console_auth_token");
      else say("KO: unknown command, try 'help'");
    }
  });
}

/** The reply to a command for the emulator itself; null for a command that the phone performs. */
function ofTheEmulator(line: string, { name, onKill }: EmulatorConsoleOptions): readonly string[] | null {
  if (line === "avd name" && name !== undefined) return [name, "OK"];
  if (line !== "kill" || !onKill) return null;
  setImmediate(onKill);
  return ["OK: killing emulator, bye bye"];
}

/**
 * The emulator's names of speeds and delays: kilobits per second up and down; minimum and maximum ms (console.c,
 * shaper.c).
 */
const SPEEDS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["gsm", [14, 14]],
  ["gprs", [28, 57]],
  ["edge", [473, 473]],
  ["umts", [384, 384]],
  ["hsdpa", [5_760, 13_980]],
  ["lte", [58_000, 173_000]],
  ["full", [0, 0]],
]);
const DELAYS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["gprs", [150, 550]],
  ["edge", [80, 400]],
  ["umts", [35, 200]],
  ["none", [0, 0]],
]);

/** `geo fix LONGITUDE LATITUDE [ALTITUDE [SATELLITES]]`: do_geo_fix of console.c. */
function geoFix(words: readonly string[], { gps }: Managers): readonly string[] {
  const values = words.map(Number);
  const wrong = values.findIndex((value) => Number.isNaN(value));
  if (wrong >= 0) return [`KO: argument '${words.slice(wrong).join(" ")}' is not a number`];
  const [longitude, latitude, , satellites = 1] = values;
  if (longitude === undefined || latitude === undefined)
    return ["KO: not enough arguments: see 'help geo fix' for details"];
  if (!Number.isInteger(satellites) || satellites < 1 || satellites > 12)
    return ["KO: invalid number of satellites. Must be an integer between 1 and 12"];
  gps.put({ latitude: nmea(latitude), longitude: nmea(longitude) });
  return ["OK"];
}

/** Degrees in the resolution of an NMEA sentence: ten thousandths of a minute; further digits are cut off. */
function nmea(degrees: number): number {
  return Math.trunc(degrees * 60 * 10_000) / (60 * 10_000);
}

function answer(line: string, managers: Managers): readonly string[] {
  const { fingerprints, link } = managers;
  const [command, verb, value = ""] = line.split(" ");
  if (command === "finger" && verb === "touch") {
    const id = Number(value);
    if (!Number.isInteger(id) || id < 1) return ["KO: invalid fingerid"];
    fingerprints.touch(id);
    return ["OK"];
  }
  if (command === "geo" && verb === "fix") return geoFix(line.split(/ +/).slice(2), managers);
  if (command === "network" && verb === "speed") return set(link.speed, value, SPEEDS);
  if (command === "network" && verb === "delay") return set(link.delay, value, DELAYS);
  if (command === "network" && verb === "status") {
    const [up, down] = link.speed;
    const bits = (kilobits: number) =>
      `${kilobits * 1_000} bits/s (${((kilobits * 1_000) / 8 / 1_024).toFixed(1)} KB/s)`;
    return [
      "Current network status:",
      `  download speed:   ${bits(down)}`,
      `  upload speed:     ${bits(up)}`,
      `  minimum latency:  ${link.delay[0]} ms`,
      `  maximum latency:  ${link.delay[1]} ms`,
      "OK",
    ];
  }
  return ["KO: unknown command, try 'help'"];
}

function set(
  target: [number, number],
  value: string,
  names: ReadonlyMap<string, readonly [number, number]>,
): readonly string[] {
  const [, first, second = first] = /^(\d{1,9})(?::(\d{1,9}))?$/.exec(value) ?? [];
  const [one, other] = names.get(value) ?? [Number(first), Number(second)];
  if (one === undefined || other === undefined || Number.isNaN(one) || Number.isNaN(other))
    return ["KO: invalid value"];
  [target[0], target[1]] = [one, other];
  return ["OK"];
}
