import { RequestRefused, type Target } from "./select-transport.js";
import type { SocketStream } from "./socket-stream.js";

/** A host request: the service, and the device that it is for. */
export interface HostRequest {
  readonly service: string;
  readonly target: Target;
}

/** The longest request that adb accepts. */
const LONGEST = 0xffff;

/** Reads the next request of a connection; null if the connection ends or sends something else. */
export async function readRequest(stream: SocketStream, signal: AbortSignal): Promise<string | null> {
  const head = await stream.take(4, signal);
  if (!head || !/^[0-9a-fA-F]{4}$/.test(head.toString("latin1"))) return null;
  const length = Number.parseInt(head.toString("latin1"), 16);
  const body = length <= LONGEST ? await stream.take(length, signal) : null;
  return body ? body.toString() : null;
}

/**
 * Parses `host:…`, `host-serial:S:…`, `host-usb:…`, `host-local:…` and `host-transport-id:N:…`; null for a request to
 * the device. Errors: RequestRefused.
 */
export function parseHostRequest(request: string): HostRequest | null {
  const [, kind = "", rest = ""] =
    /^(host|host-usb|host-local|host-serial|host-transport-id):(.*)$/s.exec(request) ?? [];
  switch (kind) {
    case "host":
      return { service: rest, target: { kind: "any" } };
    case "host-usb":
      return { service: rest, target: { kind: "usb" } };
    case "host-local":
      return { service: rest, target: { kind: "local" } };
    case "host-serial":
      return splitSerial(rest);
    case "host-transport-id": {
      const [, id = "", service = ""] = /^([^:]*):(.*)$/s.exec(rest) ?? [];
      return { service, target: transportId(id) };
    }
    default:
      return null;
  }
}

/** Errors: RequestRefused if the text is not a number. */
export function transportId(text: string): Target {
  if (!/^\d+$/.test(text)) throw new RequestRefused("invalid transport id");
  return { kind: "id", id: Number(text) };
}

/** A serial may contain a port (`127.0.0.1:5555`), an address in brackets, or a qualifier (`model:X`). */
function splitSerial(rest: string): HostRequest | null {
  const pattern = /^((?:usb|product|model|device):[^:]*|(?:(?:tcp|udp):)?(?:\[[^\]]*\]|[^:]*)(?::\d+(?=:))?):(.*)$/s;
  const [, serial, service] = pattern.exec(rest) ?? [];
  if (serial === undefined || service === undefined) return null;
  return { service, target: { kind: "serial", serial } };
}
