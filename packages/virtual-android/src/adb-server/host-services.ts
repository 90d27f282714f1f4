import type { AttachedDevice } from "./attached-device.js";
import { connectText, disconnectText } from "./connect.js";
import type { AdbEndpoint } from "./endpoint.js";
import type { Forwards } from "./forwards.js";
import { OKAY, okayWith, protocolString } from "./replies.js";
import { RequestRefused, selectTransport, type Target } from "./select-transport.js";
import { listText, type TransportList } from "./transport-list.js";

/** The adb protocol's version since 2019 (android.md 9.4). */
const SERVER_VERSION = 41;

/** The host features of adb 29, in its order. */
const HOST_FEATURES =
  "push_sync,remount_shell,abb_exec,abb,apex,fixed_push_mkdir,ls_v2,stat_v2,fixed_push_symlink_timestamp,cmd,shell_v2";

/** The parts of a server that its services use. */
export interface HostContext {
  readonly transports: TransportList;
  readonly forwards: Forwards;
  attachRemote(endpoint: AdbEndpoint): void;
}

/** The reply to a request with a single reply; null for other requests. Errors: RequestRefused. */
export async function hostReply(
  service: string,
  target: Target,
  context: HostContext,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const fixed = fixedReply(service, context);
  if (fixed) return fixed;
  const [, name = "", argument = ""] = /^([a-z-]+):?(.*)$/s.exec(service) ?? [];
  switch (name) {
    case "features":
      return okayWith(deviceOf(context, target).endpoint.features.join(","));
    case "get-state":
      return okayWith(deviceOf(context, target).state);
    case "get-serialno":
      return okayWith(deviceOf(context, target).serial);
    case "get-devpath":
      return okayWith(deviceOf(context, target).endpoint.path ?? "unknown");
    case "connect":
      return okayWith(await connectText(argument, keeperOf(context), signal));
    case "disconnect":
      return okayWith(disconnectText(argument, context.transports.all));
    case "reconnect":
      return okayWith(reconnectText(context, target));
    case "forward":
      return await forwardReply(context, target, argument);
    case "killforward":
      deviceForForward(context, target);
      context.forwards.remove(argument);
      return Buffer.concat([OKAY, OKAY]);
    default:
      return null;
  }
}

function fixedReply(service: string, { transports, forwards }: HostContext): Buffer | null {
  switch (service) {
    case "version":
      return okayWith(SERVER_VERSION.toString(16).padStart(4, "0"));
    case "host-features":
      return okayWith(HOST_FEATURES);
    case "devices":
    case "devices-l":
      return okayWith(listText(transports, service === "devices-l"));
    case "list-forward":
      return okayWith(forwards.text);
    case "killforward-all":
      forwards.removeAll();
      return Buffer.concat([OKAY, OKAY]);
    case "reconnect-offline":
      return okayWith(reconnectOfflineText(transports));
    default:
      return null;
  }
}

function deviceOf({ transports }: HostContext, target: Target): AttachedDevice {
  return selectTransport(transports, target).device;
}

function keeperOf(context: HostContext) {
  return {
    findDevice: (serial: string) => context.transports.all.find((device) => device.serial === serial),
    attachRemote: (endpoint: AdbEndpoint) => context.attachRemote(endpoint),
  };
}

/** The first OKAY is for the connection, the second for the forward; the port of a new forward follows. */
async function forwardReply(context: HostContext, target: Target, specification: string): Promise<Buffer> {
  const device = deviceForForward(context, target);
  const port = await context.forwards.add(device, specification);
  return Buffer.concat([OKAY, OKAY, ...(port === null ? [] : [protocolString(String(port))])]);
}

/** adb 29 gives no reason when a forward cannot find its device. */
function deviceForForward(context: HostContext, target: Target): AttachedDevice {
  try {
    return deviceOf(context, target);
  } catch (error) {
    if (error instanceof RequestRefused) throw new RequestRefused("");
    throw error;
  }
}

/** The text is sent with OKAY even if no device is found. */
function reconnectText(context: HostContext, target: Target): string {
  try {
    const device = deviceOf(context, target);
    const text = `reconnecting ${device.serial} [${device.state}]\n`;
    device.endpoint.reconnect();
    return text;
  } catch (error) {
    if (error instanceof RequestRefused) return error.message;
    throw error;
  }
}

function reconnectOfflineText(transports: TransportList): string {
  const offline = transports.listed.filter(({ device }) => device.state === "offline");
  for (const { device } of offline) device.endpoint.reconnect();
  return offline.map(({ device }) => `reconnecting ${device.serial}\n`).join("");
}
