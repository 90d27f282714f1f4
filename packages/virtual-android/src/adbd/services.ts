import type { Kernel } from "../system/kernel.js";
import { deviceFeatures } from "./banner.js";
import { connectionService } from "./connection-service.js";
import { directService } from "./direct-service.js";
import { rebootService, textService } from "./reply-services.js";
import type { Service } from "./service.js";
import { shellService } from "./shell-service.js";
import { syncService } from "./sync-service.js";

/** Opens a service: `rest` is the name without its prefix. Null refuses it. */
type Opener = (rest: string, kernel: Kernel, name: string) => Service | null;

/** Texts of a user build's adbd (packages/modules/adb daemon). */
const OPENERS: readonly (readonly [prefix: string, open: Opener])[] = [
  ["shell:", (rest, kernel) => openShell("", rest, kernel)],
  ["shell,", openShellWithOptions],
  [
    "exec:",
    (rest, kernel) => shellService(kernel, { command: rest, usesPackets: false, isTerminal: false, term: null }),
  ],
  ["abb_exec:", (rest, kernel) => openDirect(rest, kernel)],
  ["sync:", (_, kernel) => syncService(kernel)],
  ["localabstract:", (_, kernel, name) => connectionService(kernel, name)],
  ["localreserved:", (_, kernel, name) => connectionService(kernel, name)],
  ["localfilesystem:", (_, kernel, name) => connectionService(kernel, name)],
  ["tcp:", (rest, kernel) => connectionService(kernel, `tcp:${rest.split(":")[0]}`)],
  ["reboot:", (rest, kernel) => rebootService(kernel, rest)],
  ["root:", () => textService("adbd cannot run as root in production builds\n")],
  ["unroot:", () => textService("adbd not running as root\n")],
  ["remount:", () => textService('Not running as root. Try "adb root" first.\n')],
  ["reverse:", () => textService(failMessage("reverse is not supported by this device"))],
  ["reconnect", (_, kernel) => async () => kernel.parts.transport.disconnect()],
];

/** The service with this name, as adbd would run it; null if adbd closes the stream at once. */
export function findService(name: string, kernel: Kernel): Service | null {
  const [prefix, open] = OPENERS.find(([start]) => name.startsWith(start)) ?? [];
  if (prefix === undefined || !open) return null;
  return open(name.slice(prefix.length), kernel, name);
}

/** `shell,v2,TERM=xterm,pty:COMMAND` */
function openShellWithOptions(rest: string, kernel: Kernel): Service | null {
  const colon = rest.indexOf(":");
  return colon < 0 ? null : openShell(rest.slice(0, colon), rest.slice(colon + 1), kernel);
}

function openShell(options: string, command: string, kernel: Kernel): Service {
  const words = options.split(",");
  const isTerminal = words.includes("pty") || (command === "" && !words.includes("raw"));
  const term = words.find((word) => word.startsWith("TERM="))?.slice("TERM=".length) ?? null;
  return shellService(kernel, { command, usesPackets: words.includes("v2"), isTerminal, term });
}

/** Only if `abb_exec` is among the features, and the phone has the command `cmd`. */
function openDirect(rest: string, kernel: Kernel): Service | null {
  const isOffered = deviceFeatures(kernel.apiLevel).includes("abb_exec") && kernel.parts.registry.has("cmd");
  return isOffered ? directService(kernel, ["cmd", ...rest.replace(/\0$/, "").split("\0")]) : null;
}

/** A FAIL reply inside the stream, as `reverse:` sends it. */
function failMessage(text: string): string {
  return `FAIL${text.length.toString(16).padStart(4, "0")}${text}`;
}
