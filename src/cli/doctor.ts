import type { Config } from "../base/config.js";
import { type Diagnosis, diagnose } from "../devices/diagnose.js";
import { renderDevice } from "../tools/list-devices.js";
import { devicesOptions, openApp } from "./app.js";
import { type Command, readCommandLine } from "./command.js";
import { renderResult, verifyHardware } from "./hardware/verify-hardware.js";
import { optionsHelp } from "./options-help.js";
import { EXIT, printJson, printText } from "./output.js";

const USAGE = `fovea doctor [--json]: what is missing, and how to get it
fovea doctor --verify-hardware [--json]: tries on the device what Fovea assumes of phones; the report names neither the
  device's serial nor anything that its screen shows. Keep an ordinary app in front and the screen on.

${optionsHelp()}`;

const FLAGS = {
  json: { type: "boolean" },
  help: { type: "boolean" },
  "verify-hardware": { type: "boolean" },
} as const;

/** What is there, what is missing and how to get it. Starts nothing and changes nothing, but with --verify-hardware. */
export const doctor: Command = async (args, signal) => {
  const { config, flags } = readCommandLine(args, FLAGS, 0);
  if (flags["help"]) {
    printText(USAGE);
    return EXIT.done;
  }
  if (flags["verify-hardware"]) return await verify(config, flags["json"] === true, signal);
  const options = devicesOptions(config);
  const diagnosis = await diagnose(options, signal);
  if (flags["json"]) printJson(diagnosis);
  else printText(renderDiagnosis(diagnosis, options.serial));
  return diagnosis.problems.length === 0 ? EXIT.done : EXIT.failed;
};

/** Exit code 1 where an assumption is refuted, so that farms can check phones before they take them in. */
async function verify(config: Config, asJson: boolean, signal: AbortSignal): Promise<number> {
  await using app = openApp(config);
  const session = app.sessions.of(await app.devices.get(undefined, signal));
  const report = await verifyHardware(session, (result) => asJson || printText(renderResult(result)), signal);
  if (asJson) printJson(report);
  return report.checks.some(({ verdict }) => verdict === "refuted") ? EXIT.failed : EXIT.done;
}

function renderDiagnosis({ adb, server, devices, problems }: Diagnosis, serial: string | undefined): string {
  const isOneMeant = serial !== undefined || devices.filter((device) => device.problem === null).length < 2;
  const version = server.version === null ? "does not answer" : `answers (version ${server.version})`;
  return [
    `node        ${process.version}`,
    `adb         ${adb.path ?? "not found"}`,
    `adb server  ${server.address} ${version}`,
    ...devices.map((device) => `device      ${renderDevice(device)}`),
    ...problems.map((problem) => `problem     ${problem.code}: ${problem.message}\n            ${problem.hint}`),
    ...(isOneMeant ? [] : ["note        several devices are ready: name one in each call, or with --device"]),
    problems.length === 0 ? "ready" : "not ready",
  ].join("\n");
}
