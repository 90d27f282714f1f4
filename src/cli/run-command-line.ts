import { packageVersion } from "../base/assets.js";
import { FoveaError } from "../base/errors.js";
import type { Command, CommandCall } from "./command.js";
import { reportError } from "./output.js";

/** Runs what `fovea` was called with; gives the exit code. The signal cancels it, so that it can clean up. */
export async function runCommandLine({ words, terminal }: CommandCall, signal: AbortSignal): Promise<number> {
  const [name, ...rest] = isClients(words, terminal) ? ["serve", ...words] : words;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    terminal.output.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    terminal.output.write(`${packageVersion()}\n`);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    terminal.errors.write(`fovea: there is no command "${name}"\n\n${USAGE}`);
    return 2;
  }
  return await runCommand(await load(), { words: rest, terminal }, signal);
}

/** A client that starts the program without a command, perhaps with options, wants to speak MCP. */
function isClients([first]: readonly string[], { isPiped }: CommandCall["terminal"]): boolean {
  if (first === undefined) return isPiped;
  return isPiped && first.startsWith("--") && !ASKS.has(first);
}

const ASKS: ReadonlySet<string> = new Set(["--help", "--version"]);

async function runCommand(command: Command, call: CommandCall, signal: AbortSignal): Promise<number> {
  try {
    return await command(call, signal);
  } catch (error) {
    // Libraries word an interrupt in their own way.
    const isOurs = error instanceof FoveaError || !signal.aborted;
    return reportError(isOurs ? error : signal.reason, call);
  }
}

/** Commands by name; each is loaded only when it is called. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./serve.js")).serve,
  demo: async () => (await import("./demo.js")).demo,
  doctor: async () => (await import("./doctor.js")).doctor,
  setup: async () => (await import("./setup.js")).setup,
  detect: async () => (await import("./detect.js")).detect,
  fuse: async () => (await import("./fuse.js")).fuseFiles,
  models: async () => (await import("./models.js")).models,
  parse: async () => (await import("./parse.js")).parse,
  replay: async () => (await import("./replay.js")).replay,
  run: async () => (await import("./run.js")).run,
  trace: async () => (await import("./trace.js")).trace,
  "record-device": async () => (await import("./record-device.js")).recordDevice,
  "virtual-device": async () => (await import("./virtual-device.js")).virtualDevice,
  devices: async () => await (await import("./tool-commands.js")).devices(),
  observe: async () => (await import("./observe.js")).observe,
  screenshot: async () => (await import("./screenshot.js")).screenshot,
  find: async () => await (await import("./tool-commands.js")).find(),
  tap: async () => await (await import("./tool-commands.js")).tap(),
  swipe: async () => await (await import("./tool-commands.js")).swipe(),
  type: async () => await (await import("./tool-commands.js")).type(),
  press: async () => await (await import("./tool-commands.js")).press(),
  open: async () => await (await import("./tool-commands.js")).open(),
  install: async () => await (await import("./tool-commands.js")).install(),
  clear: async () => await (await import("./tool-commands.js")).clear(),
  uninstall: async () => await (await import("./tool-commands.js")).uninstall(),
  act: async () => await (await import("./tool-commands.js")).act(),
  batch: async () => await (await import("./tool-commands.js")).batch(),
  verify: async () => await (await import("./tool-commands.js")).verify(),
  wait: async () => await (await import("./tool-commands.js")).wait(),
};

const USAGE = `fovea: see and drive Android devices

  fovea serve            the MCP server on standard input and output
  fovea devices          the devices that adb knows
  fovea observe          the screen as text
  fovea screenshot FILE  the screen as a PNG
  fovea find QUERY       only what matches, for example 'button "Save"'
  fovea tap TARGET       e12, button "Save", 540,1200, 50%,62%
  fovea swipe DIRECTION  up, down, left, right, or --from and --to
  fovea type TEXT        into the focused field, or --target
  fovea press KEY        back, home, enter, KEYCODE_…
  fovea open APP|URL     a package id or a web address
  fovea install APK      installs it; asks first, unless --yes
  fovea clear APP        deletes an app's data; asks first, unless --yes
  fovea uninstall APP    takes an app off; asks first, unless --yes
  fovea act SENTENCE     one action in plain English: 'scroll down in the list'
  fovea verify CONDITION fails unless it is true now
  fovea batch STEPS      a JSON list of steps, up to the first that fails
  fovea wait [CONDITION] until it is true, or until the screen changes
  fovea run FLOW.yaml…   runs flows in Maestro's format, for CI
  fovea setup [DEVICE]   installs the on-device half; --remove takes it away
  fovea doctor           what is missing and how to get it
  fovea demo             a tour on the embedded virtual phone
  fovea virtual-device   an Android device that is not there, or a recorded one: --from DIR
  fovea record-device DIR  records the phone while it is driven; -- COMMAND names how
  fovea parse KIND FILE  what Fovea reads in a dump
  fovea detect IMAGE     what the detectors see in a picture
  fovea fuse             one list of a hierarchy and a picture: --hierarchy XML --screenshot PNG
  fovea models           the models in the box: list, verify, path NAME
  fovea replay TRACE     does a recorded trace again, and says where it comes to something else
  fovea trace validate|show|stats|export PATH   reads a trace, packs it

Options of a command: fovea COMMAND --help. Exit codes: 0 done, 1 failed, 2 usage, 3 not this format.
`;
