import { once } from "node:events";
import { readFileSync } from "node:fs";
import {
  type AttachableDevice,
  appNamed,
  appNames,
  bundledProfile,
  type FaultRule,
  type PlayedDevice,
  type Profile,
  parseFaultScript,
  profileNames,
  readProfile,
  startVirtualAdbServer,
  startVirtualPhone,
  type VirtualAdbServer,
  type VirtualDevice,
  type VirtualPhoneOptions,
} from "../../packages/virtual-android/src/internal.js";
import { FoveaError } from "../base/errors.js";
import type { KeyPlace } from "../devices/companion/signing-key.js";
import {
  type Command,
  type CommandLine,
  integerFlag,
  rangeFlag,
  readCommandLine,
  textFlag,
  UsageError,
} from "./command.js";
import { EXIT, printText } from "./output.js";
import { ownCompanion, playRecording } from "./play-recording.js";

const FLAGS = {
  api: { type: "string" },
  app: { type: "string" },
  profile: { type: "string" },
  lock: { type: "string" },
  rotation: { type: "string" },
  seed: { type: "string" },
  "serial-number": { type: "string" },
  faults: { type: "string" },
  "on-device": { type: "string" },
  "adbd-port": { type: "string" },
  "adb-server-port": { type: "string" },
  from: { type: "string" },
  pace: { type: "string" },
  help: { type: "boolean" },
} as const;

function usage(): string {
  return `fovea virtual-device [options]: a simulated Android device, until it is interrupted

  --api N              release, 24 to 36; 33 if absent
  --app NAME           what it shows: ${appNames().join(", ")}, or a package id; the launcher if absent
  --profile NAME|FILE  how long commands take: ${profileNames().join(", ")}, or a JSON file; instant if absent
  --lock KIND          none, swipe or pin (1234); none if absent
  --rotation N         0 to 3; 0 if absent
  --seed N             seed of all random values; 1 if absent
  --serial-number S    the phone's serial number; a different one for each process if absent
  --on-device KIND     the companion: absent, installed or enabled; absent if not named
  --faults FILE        a JSON file of what goes wrong (docs/virtual-device.md)
  --adbd-port P        where \`adb connect\` finds it; any free port if absent
  --adb-server-port P  also run an adb server, for use without adb: fovea observe --adb-port P
  --from DIR           a phone that \`fovea record-device DIR\` recorded; of the options above only the ports apply
  --pace KIND          recorded (everything takes as long as it took) or fast; recorded if absent`;
}

/** Runs a virtual phone in the foreground. */
export const virtualDevice: Command = async (call, signal) => {
  const line = readCommandLine(call, FLAGS, 0);
  const { terminal } = line;
  if (line.flags["help"]) {
    printText(terminal, usage());
    return EXIT.done;
  }
  const serverPort = integerFlag(line.flags, "adb-server-port");
  const folder = textFlag(line.flags, "from");
  if (folder === undefined && textFlag(line.flags, "pace") !== undefined)
    throw new UsageError("--pace is for recordings: --from DIR names one");
  await using phone =
    folder === undefined ? await startPhone(await phoneOptions(line)) : await startPlayed(folder, line);
  printText(terminal, `virtual phone ${phone.serial}: adb connect 127.0.0.1:${phone.adbdPort}`);
  await using server = serverPort === undefined ? null : await startServer(serverPort, phone);
  if (server) printText(terminal, `adb server: fovea observe --adb-port ${server.port}`);
  await aborted(signal);
  return EXIT.done;
};

async function startPhone(options: VirtualPhoneOptions): Promise<VirtualDevice> {
  try {
    return (await startVirtualPhone(options)).device;
  } catch (cause) {
    throw cannotStart("the virtual phone", cause);
  }
}

async function startPlayed(folder: string, line: CommandLine): Promise<PlayedDevice> {
  const { device, about } = await playRecording(folder, line);
  try {
    await device.start();
  } catch (cause) {
    throw cannotStart("the recorded phone", cause);
  }
  printText(line.terminal, about);
  return device;
}

async function startServer(port: number, device: AttachableDevice): Promise<VirtualAdbServer> {
  try {
    return await startVirtualAdbServer({ port, devices: [{ device }] });
  } catch (cause) {
    throw cannotStart("the adb server", cause);
  }
}

/** Turns the failure into a mistake of the command line, such as a port in use or an app that does not exist. */
function cannotStart(what: string, cause: unknown): unknown {
  return cause instanceof Error ? new UsageError(`${what} cannot start: ${cause.message}`) : cause;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

async function phoneOptions({ flags, config }: CommandLine): Promise<VirtualPhoneOptions> {
  const apiLevel = rangeFlag(flags, "api", 24, 36) ?? 33;
  const app = textFlag(flags, "app");
  const faults = textFlag(flags, "faults");
  const adbdPort = integerFlag(flags, "adbd-port");
  const rotation = rangeFlag(flags, "rotation", 0, 3);
  return {
    apiLevel,
    seed: integerFlag(flags, "seed") ?? 1,
    serialNumber: textFlag(flags, "serial-number") ?? `FOVEA${apiLevel}P${process.pid}`,
    profile: profileOf(textFlag(flags, "profile") ?? "instant"),
    lock: lockOf(textFlag(flags, "lock")),
    installed: await serviceOf(textFlag(flags, "on-device"), config),
    ...(app === undefined ? {} : { app: appNamed(app) }),
    ...(rotation === undefined ? {} : { rotation: rotationOf(rotation) }),
    ...(faults === undefined ? {} : { faults: readFaults(faults) }),
    ...(adbdPort === undefined ? {} : { adbdPort }),
  };
}

function profileOf(name: string): Profile {
  return profileNames().includes(name) ? bundledProfile(name) : readProfile(name);
}

/** The companion as `fovea setup` leaves it: signed with this host's key, which is created if there is none. */
async function serviceOf(
  kind: string | undefined,
  config: KeyPlace,
): Promise<NonNullable<VirtualPhoneOptions["installed"]>> {
  if (kind === undefined || kind === "absent") return [];
  if (kind !== "installed" && kind !== "enabled")
    throw new UsageError("--on-device has to be absent, installed or enabled");
  const { apk } = await ownCompanion(config);
  return apk === null ? [] : [{ apk, accessibility: kind === "enabled" }];
}

function lockOf(kind: string | undefined): "none" | "swipe" | "pin" {
  if (kind === undefined || kind === "none" || kind === "swipe" || kind === "pin") return kind ?? "none";
  throw new UsageError("--lock has to be none, swipe or pin");
}

function rotationOf(rotation: number): 0 | 1 | 2 | 3 {
  return rotation === 1 || rotation === 2 || rotation === 3 ? rotation : 0;
}

function readFaults(path: string): readonly FaultRule[] {
  try {
    return parseFaultScript(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof FoveaError) throw error;
    throw new FoveaError("INVALID_ARGUMENT", `${path} cannot be read as a fault script`, { cause: error });
  }
}
