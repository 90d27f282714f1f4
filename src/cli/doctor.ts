import { devicesOptions, openFovea } from "../app/open-app.js";
import type { Config } from "../base/config.js";
import { recoveriesOf, toFoveaError } from "../base/errors.js";
import type { ServiceDiagnosis } from "../devices/companion/diagnose-service.js";
import { findSignedService } from "../devices/companion/our-ways.js";
import { type Diagnosis, diagnose } from "../devices/diagnose.js";
import { renderDevice } from "../tools/list-devices.js";
import { installedRuntime } from "../vision/detectors/onnx/installed-runtime.js";
import { type Command, type CommandLine, readCommandLine } from "./command.js";
import { renderResult, verifyHardware } from "./hardware/verify-hardware.js";
import { EXIT, printJson, printText } from "./output.js";

const USAGE = `fovea doctor [--json]: what is missing, and how to get it
fovea doctor --verify-hardware [--json]: tries on the device what Fovea assumes of phones; the report names neither the
  device's serial nor anything that its screen shows. Keep an ordinary app in front and the screen on.`;

const FLAGS = {
  json: { type: "boolean" },
  help: { type: "boolean" },
  "verify-hardware": { type: "boolean" },
} as const;

/** Reports what is installed, what is missing and how to get it. Changes nothing, except with --verify-hardware. */
export const doctor: Command = async (call, signal) => {
  const line = readCommandLine(call, FLAGS, 0);
  const { terminal, config, flags } = line;
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  if (flags["verify-hardware"]) return await verify(line, signal);
  const options = devicesOptions(config);
  const { ownService, problem } = await findOwnService(config);
  const found = await diagnose({ ...options, ownService, companion: config.companion }, signal);
  const detector = findDetector(config);
  const diagnosis = { ...found, detector, problems: problem === null ? found.problems : [...found.problems, problem] };
  if (flags["json"]) printJson(terminal, diagnosis);
  else printText(terminal, renderDiagnosis(diagnosis, options.serial));
  return diagnosis.problems.length === 0 ? EXIT.done : EXIT.failed;
};

async function findOwnService(config: Config) {
  try {
    return { ownService: await findSignedService(config), problem: null };
  } catch (error) {
    const { code, message, hint } = toFoveaError(error);
    return { ownService: null, problem: { code, message, hint } };
  }
}

interface DetectorDiagnosis {
  readonly name: string;
  /** The version of onnxruntime-node; null if it is not installed, or not needed. */
  readonly runtime: string | null;
  /** How to get what is missing. */
  readonly advice: string | null;
}

/** Whether detectors can run. A missing runtime is not a problem: everything else works. */
function findDetector({ detector: name }: Config): DetectorDiagnosis {
  if (name !== "onnx") return { name, runtime: null, advice: null };
  const runtime = installedRuntime();
  return { name, runtime, advice: runtime === null ? recoveriesOf("DETECTOR_UNAVAILABLE")[0] : null };
}

/** Gives exit code 1 if an assumption is refuted, so that farms can check phones before they add them. */
async function verify({ terminal, config, flags }: CommandLine, signal: AbortSignal): Promise<number> {
  const asJson = flags["json"] === true;
  await using app = await openFovea({ ...config, companion: "auto" }, { startsCompanion: true });
  const session = app.sessions.of(await app.devices.get(undefined, signal));
  const report = await verifyHardware(session, (result) => asJson || printText(terminal, renderResult(result)), signal);
  if (asJson) printJson(terminal, report);
  return report.checks.some(({ verdict }) => verdict === "refuted") ? EXIT.failed : EXIT.done;
}

function renderDiagnosis(
  {
    adb,
    server,
    devices,
    services,
    companions,
    detector,
    problems,
  }: Diagnosis & { readonly detector: DetectorDiagnosis },
  serial: string | undefined,
): string {
  const isOneMeant = serial !== undefined || devices.filter((device) => device.problem === null).length < 2;
  const version = server.version === null ? "does not answer" : `answers (version ${server.version})`;
  return [
    `node        ${process.version}`,
    `adb         ${adb.path ?? "not found"}`,
    `adb server  ${server.address} ${version}`,
    ...devices.map((device) => `device      ${renderDevice(device)}`),
    ...services.map((service) => `service     ${renderService(service)}`),
    ...companions.map(({ device, source, why }) => `read by     ${device} | ${source} | ${why}`),
    `detector    ${renderDetector(detector)}`,
    ...problems.map((problem) => `problem     ${problem.code}: ${problem.message}\n            ${problem.hint}`),
    ...(isOneMeant ? [] : ["note        several devices are ready: name one in each call, or with --device"]),
    problems.length === 0 ? "ready" : "not ready",
  ].join("\n");
}

function renderDetector({ name, runtime, advice }: DetectorDiagnosis): string {
  if (advice !== null) return `${name}, without its runtime\n            ${advice}`;
  return runtime === null ? name : `${name}, by onnxruntime-node ${runtime}`;
}

/** One line: device, state, version, whose build, and what to do. */
function renderService({ device, state, build, advice, health, problem }: ServiceDiagnosis): string {
  const version = health?.running?.version ?? health?.installed?.versionName ?? null;
  const parts = [device, state, version, build === null ? null : BUILDS[build], problem?.message ?? null, advice];
  return parts.filter((part) => part !== null).join(" | ");
}

const BUILDS = { current: "this build", other: "another build", foreign: "foreign certificate" } as const;
