import { type Diagnosis, diagnose } from "../devices/diagnose.js";
import { renderDevice } from "../tools/list-devices.js";
import { devicesOptions } from "./app.js";
import { type Command, readCommandLine } from "./command.js";
import { optionsHelp } from "./options-help.js";
import { EXIT, printJson, printText } from "./output.js";

/** What is there, what is missing and how to get it. Starts nothing and changes nothing. */
export const doctor: Command = async (args, signal) => {
  const { config, flags } = readCommandLine(args, { json: { type: "boolean" }, help: { type: "boolean" } }, 0);
  if (flags["help"]) {
    printText(`fovea doctor [--json]: what is missing, and how to get it\n\n${optionsHelp()}`);
    return EXIT.done;
  }
  const options = devicesOptions(config);
  const diagnosis = await diagnose(options, signal);
  if (flags["json"]) printJson(diagnosis);
  else printText(renderDiagnosis(diagnosis, options.serial));
  return diagnosis.problems.length === 0 ? EXIT.done : EXIT.failed;
};

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
