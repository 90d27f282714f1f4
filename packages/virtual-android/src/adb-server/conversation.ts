import { joinStreams } from "../adbd/join-streams.js";
import { BrokenPipe } from "../linux/errno.js";
import type { HostContext } from "./host-services.js";
import { hostReply } from "./host-services.js";
import { fail, OKAY, okayWith, protocolString } from "./replies.js";
import { parseHostRequest, readRequest, transportId } from "./request.js";
import { RequestRefused, selectTransport, type Target } from "./select-transport.js";
import type { SocketStream } from "./socket-stream.js";
import { type ListedTransport, listText } from "./transport-list.js";
import { parseWaitFor, waitForState } from "./wait-for.js";

/** The parts of the server that a connection needs. */
export interface ConversationContext extends HostContext {
  /** Ends the server: `host:kill`. */
  kill(): void;
}

/** One client connection while it is served. */
interface Client {
  readonly stream: SocketStream;
  readonly context: ConversationContext;
  readonly signal: AbortSignal;
}

/** Serves one client connection until it ends or is joined with a device's service. */
export async function converse(stream: SocketStream, context: ConversationContext, signal: AbortSignal): Promise<void> {
  let transport: ListedTransport | null = null;
  for (;;) {
    const request = await readRequest(stream, signal);
    if (request === null || (request === "" && transport)) return stream.close();
    try {
      const next = await serve({ stream, context, signal }, request, transport);
      if (!next) return;
      transport = next;
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      await stream.write(fail(error.message), signal);
      return stream.close();
    }
  }
}

/** Gives the chosen transport, or null if the connection is finished. Errors: RequestRefused. */
async function serve(
  client: Client,
  request: string,
  transport: ListedTransport | null,
): Promise<ListedTransport | null> {
  const asked = parseHostRequest(request);
  if (!asked || asked.service === "") return await openService(client, request, transport);
  const target = transport ? ({ kind: "id", id: transport.id } as const) : asked.target;
  const chosen = await chooseTransport(client, asked.service);
  if (chosen) return chosen;
  if (await serveLasting(client, asked.service, target)) return null;
  const reply = await hostReply(asked.service, target, client.context, client.signal);
  if (!reply) throw new RequestRefused("unknown host service");
  await client.stream.write(reply, client.signal);
  client.stream.close();
  return null;
}

async function openService({ stream, signal }: Client, name: string, transport: ListedTransport | null): Promise<null> {
  if (!transport) throw new RequestRefused("device offline (no transport)");
  if (transport.device.state === "offline") throw new RequestRefused("device offline (transport offline)");
  const service = await transport.device.open(name, signal);
  if (!service) throw new RequestRefused("closed");
  await stream.write(OKAY, signal);
  joinStreams(stream, service, signal);
  return null;
}

/** `transport…` binds the connection to a device; `tport:` also gives its id. Null for other services. */
async function chooseTransport({ stream, context, signal }: Client, service: string): Promise<ListedTransport | null> {
  const target = transportTarget(service);
  if (!target) return null;
  const transport = selectTransport(context.transports, target);
  const id = Buffer.alloc(8);
  id.writeBigUInt64LE(BigInt(transport.id));
  await stream.write(service.startsWith("tport:") ? Buffer.concat([OKAY, id]) : OKAY, signal);
  return transport;
}

function transportTarget(service: string): Target | null {
  const [, kind] = /^(?:transport-|tport:)(any|usb|local)$/.exec(service) ?? [];
  if (kind === "any" || kind === "usb" || kind === "local") return { kind };
  const [, serial] = /^(?:transport:|tport:serial:)(.*)$/s.exec(service) ?? [];
  if (serial !== undefined) return { kind: "serial", serial };
  const [, id] = /^transport-id:(.*)$/s.exec(service) ?? [];
  if (id !== undefined) return transportId(id);
  return service.startsWith("tport:") ? { kind: "any" } : null;
}

/** Serves requests that keep the connection open: tracking, waiting, killing. False for other requests. */
async function serveLasting(client: Client, service: string, target: Target): Promise<boolean> {
  const { stream, context, signal } = client;
  if (service === "track-devices" || service === "track-devices-l") {
    await track(client, service === "track-devices-l");
    return true;
  }
  const waiting = service.startsWith("wait-for-") ? parseWaitFor(service, target) : null;
  if (waiting) {
    await stream.write(OKAY, signal);
    await waitForState(context.transports, waiting.target, waiting.state, untilClosed(stream, signal));
    await stream.write(OKAY, signal);
    stream.close();
    return true;
  }
  if (service.startsWith("emulator:")) {
    stream.close(); // a greeting of an emulator: there is none here
    return true;
  }
  if (service !== "kill") return false;
  await stream.write(OKAY, signal);
  stream.close();
  context.kill();
  return true;
}

/** Sends the full list at the start and after every change, until the client disconnects. */
async function track({ stream, context, signal }: Client, isLong: boolean): Promise<void> {
  const { transports } = context;
  let last = listText(transports, isLong);
  await stream.write(okayWith(last), signal);
  const stop = transports.onChange(() => {
    const text = listText(transports, isLong);
    if (text === last) return;
    last = text;
    stream.write(protocolString(text), signal).catch(() => stop()); // the client has disconnected
  });
  try {
    while (await stream.read(4096, signal)) {
      // input of a tracking client is ignored
    }
  } finally {
    stop();
    stream.close();
  }
}

/** A signal that aborts when the client disconnects while nothing is read from it. */
function untilClosed(stream: SocketStream, signal: AbortSignal): AbortSignal {
  const gone = new AbortController();
  const watch = async () => {
    while (await stream.read(4096, signal)) {
      // input is ignored
    }
  };
  watch().then(
    () => gone.abort(new BrokenPipe()),
    () => gone.abort(new BrokenPipe()),
  );
  return AbortSignal.any([signal, gone.signal]);
}
