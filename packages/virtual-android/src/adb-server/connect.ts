import { isIP } from "node:net";
import type { AttachedDevice } from "./attached-device.js";
import type { AdbEndpoint } from "./endpoint.js";
import { connectRemote, NotAuthenticated, type RemoteAddress } from "./remote-endpoint.js";
import { RequestRefused } from "./select-transport.js";

const DEFAULT_PORT = 5555;

/** The parts of the server that `host:connect` needs. */
export interface ConnectionKeeper {
  findDevice(serial: string): AttachedDevice | undefined;
  attachRemote(endpoint: AdbEndpoint): void;
}

/** Connects, and gives the result as a text, which is sent with OKAY even after a failure (android.md 9.1). */
export async function connectText(target: string, keeper: ConnectionKeeper, signal: AbortSignal): Promise<string> {
  const address = parseAddress(target);
  if (typeof address === "string") return address;
  const { serial } = address;
  const existing = keeper.findDevice(serial);
  if (existing && existing.state !== "offline") return `already connected to ${serial}`;
  try {
    const endpoint = await connectRemote(address, signal);
    existing?.detach();
    keeper.attachRemote(endpoint);
    return `connected to ${serial}`;
  } catch (error) {
    if (error instanceof NotAuthenticated) return `failed to authenticate to ${serial}`;
    return failureText(address, error);
  }
}

/** `host:disconnect:TARGET`. Errors: RequestRefused. */
export function disconnectText(target: string, devices: readonly AttachedDevice[]): string {
  const remotes = devices.filter((device) => device.endpoint.kind === "local");
  if (target === "") {
    for (const device of remotes) device.detach();
    return "disconnected everything";
  }
  const address = parseAddress(target);
  const serial = typeof address === "string" ? target : address.serial;
  const device = remotes.find((candidate) => candidate.serial === serial);
  if (!device) throw new RequestRefused(`no such device '${serial}'`);
  device.detach();
  return `disconnected ${serial}`;
}

/** The address; or, as a text, what is wrong with it. */
function parseAddress(target: string): RemoteAddress | string {
  if (target === "") return "empty address";
  const [, host = target, portText] = /^(\[[^\]]*\]|[^:]*):(.*)$/.exec(target) ?? [];
  const port = portText === undefined ? DEFAULT_PORT : Number(portText);
  const isPort = /^\d+$/.test(portText ?? String(DEFAULT_PORT)) && port > 0 && port < 65536;
  if (!isPort) return `bad port number '${portText}' in '${target}'`;
  return { host: host.replace(/^\[|\]$/g, ""), port, serial: `${host}:${port}` };
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Connection refused",
  EHOSTUNREACH: "No route to host",
  ENETUNREACH: "Network is unreachable",
  ETIMEDOUT: "Connection timed out",
  ECONNRESET: "Connection reset by peer",
};

function failureText({ host, serial }: RemoteAddress, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isUnknownName = isIP(host) === 0 && (code === "ENOTFOUND" || code === "EAI_AGAIN");
  if (isUnknownName) return `failed to resolve host: '${host}': Name or service not known`;
  return code === "" ? `failed to connect to ${serial}` : `failed to connect to '${serial}': ${REASONS[code] ?? code}`;
}
