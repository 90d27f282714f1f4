import { deviceNamed } from "../devices/select-device.js";
import { type Command, readCommandLine, textFlag, UsageError } from "./command.js";
import { hostFileCommand } from "./host-file-command.js";
import { EXIT, printJson, printText } from "./output.js";
import { callOnce, runTool, toolCommand, toolFlags, usage } from "./tool-command.js";

// Each function loads only its own tool: a command ends sooner than all of them could be loaded.
type LoadCommand = () => Promise<Command>;

export const devices: LoadCommand = async () => {
  const { listDevices, renderDevice } = await import("../tools/list-devices.js");
  const all = toolCommand(listDevices, "devices", []);
  return async (call, signal) => {
    const line = readCommandLine(call, toolFlags(listDevices), 0);
    const wanted = textFlag(line.flags, "device");
    if (wanted === undefined || line.flags["help"]) return await all(call, signal);
    const { data } = await callOnce(listDevices, line, {}, signal);
    const one = deviceNamed(data, wanted);
    if (line.flags["json"]) printJson(line.terminal, { devices: [one] });
    else printText(line.terminal, renderDevice(one));
    return EXIT.done;
  };
};
export const find: LoadCommand = async () => toolCommand((await import("../tools/find.js")).find, "find", ["query"]);
export const tap: LoadCommand = async () => toolCommand((await import("../tools/tap.js")).tap, "tap", ["target"]);
export const swipe: LoadCommand = async () =>
  toolCommand((await import("../tools/swipe.js")).swipe, "swipe", ["direction"]);
export const scroll: LoadCommand = async () =>
  toolCommand((await import("../tools/scroll-to.js")).scrollTo, "scroll", ["target"]);
export const drag: LoadCommand = async () =>
  toolCommand((await import("../tools/drag.js")).drag, "drag", ["from", "to"]);
export const pinch: LoadCommand = async () =>
  toolCommand((await import("../tools/pinch.js")).pinch, "pinch", ["percent"]);
export const type: LoadCommand = async () =>
  toolCommand((await import("../tools/type-text.js")).typeText, "type", ["text"]);
export const press: LoadCommand = async () =>
  toolCommand((await import("../tools/press-key.js")).pressKey, "press", ["key"]);
export const act: LoadCommand = async () =>
  toolCommand((await import("../tools/take-action.js")).takeAction, "act", ["action"]);
export const verify: LoadCommand = async () =>
  toolCommand((await import("../tools/verify.js")).verify, "verify", ["condition"]);
export const wait: LoadCommand = async () =>
  toolCommand((await import("../tools/wait-for.js")).waitFor, "wait", ["condition"]);
export const orientation: LoadCommand = async () =>
  toolCommand((await import("../tools/orientation.js")).orientation, "orientation", ["to"]);
export const display: LoadCommand = async () =>
  toolCommand((await import("../tools/display.js")).display, "display", []);
export const settings: LoadCommand = async () =>
  toolCommand((await import("../tools/settings.js")).settings, "settings", ["name", "value"]);
export const clipboard: LoadCommand = async () =>
  toolCommand((await import("../tools/clipboard.js")).clipboard, "clipboard", ["text"]);
export const location: LoadCommand = async () =>
  toolCommand((await import("../tools/location.js")).location, "location", ["at"]);
export const network: LoadCommand = async () =>
  toolCommand((await import("../tools/network.js")).network, "network", []);
export const notifications: LoadCommand = async () =>
  toolCommand((await import("../tools/notifications.js")).notifications, "notifications", []);
export const performance: LoadCommand = async () => {
  const command = toolCommand((await import("../tools/performance.js")).performance, "performance", [
    "package",
    "action",
  ]);
  return async (call, signal) => {
    // Each command is its own process, and a measurement ends with the process that began it.
    if (call.words.some((word) => /^(?:--action=)?(?:start|stop)$/.test(word))) throw new UsageError(NO_SPANS);
    return await command(call, signal);
  };
};
const NO_SPANS =
  "a command ends at once, and a measurement with it: measure a span by the tool performance of fovea serve, or by phone.apps.startMeasuring";
export const focus: LoadCommand = async () =>
  toolCommand((await import("../tools/focus.js")).focus, "focus", ["target"]);
export const biometrics: LoadCommand = async () =>
  toolCommand((await import("../tools/biometrics.js")).biometrics, "biometrics", ["finger"]);
export const emulator: LoadCommand = async () =>
  toolCommand((await import("../tools/emulator.js")).emulator, "emulator", []);
export const permissions: LoadCommand = async () =>
  toolCommand((await import("../tools/permissions.js")).permissions, "permissions", ["package"]);
export const crashes: LoadCommand = async () =>
  toolCommand((await import("../tools/crashes.js")).crashes, "crashes", ["package"]);
export const logs: LoadCommand = async () => toolCommand((await import("../tools/logs.js")).logs, "logs", ["package"]);
export const history: LoadCommand = async () =>
  toolCommand((await import("../tools/history.js")).history, "history", []);
export const apps: LoadCommand = async () =>
  toolCommand((await import("../tools/list-apps.js")).listApps, "apps", ["contains"]);
export const close: LoadCommand = async () =>
  toolCommand((await import("../tools/close-app.js")).closeApp, "close", ["package"]);
export const clear: LoadCommand = async () =>
  toolCommand((await import("../tools/clear-app-data.js")).clearAppData, "clear", ["package"]);
export const uninstall: LoadCommand = async () =>
  toolCommand((await import("../tools/uninstall-app.js")).uninstallApp, "uninstall", ["package"]);

export const install: LoadCommand = async () =>
  hostFileCommand((await import("../tools/install-app.js")).installApp, {
    name: "install",
    words: ["path"],
    folders: "apkDirs",
  });

/** Takes the steps as one JSON list, because they cannot be flags. */
export const batch: LoadCommand = async () => {
  const { batch: batchTool } = await import("../tools/batch.js");
  return async (call, signal) => {
    const line = readCommandLine(call, toolFlags(batchTool), 1);
    if (line.flags["help"]) {
      printText(line.terminal, usage(batchTool, "batch", ["steps"]));
      return EXIT.done;
    }
    return await runTool(batchTool, line, { steps: jsonOf(line.positionals[0] ?? "") }, signal);
  };
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('STEPS has to be a JSON list, for example [{"tool":"tap","target":"e5"}]');
  }
}

/** Opens a web address or a package id. A colon shows that it is an address: no package id has one. */
export const open: LoadCommand = async () => {
  const [{ openApp }, { openUrl }] = await Promise.all([
    import("../tools/open-app.js"),
    import("../tools/open-url.js"),
  ]);
  return async (call, signal) => {
    const { terminal, positionals, flags } = readCommandLine(call, toolFlags(openApp), 1);
    const [word = ""] = positionals;
    const isUrl = /^[a-z][a-z0-9+.-]*:/i.test(word);
    if (flags["help"]) printText(terminal, `fovea open URL\n${openUrl.description}\n`);
    const command = isUrl ? toolCommand(openUrl, "open", ["url"]) : toolCommand(openApp, "open", ["package"]);
    return await command(call, signal);
  };
};
