import { readFile } from "node:fs/promises";
import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { ConnectionOptions, MsgHdrs, NatsConnection } from "@nats-io/transport-node";
import { FoveaError } from "../../base/errors.js";
import { abortable } from "../../base/signals.js";

/** How a farm is reached. */
export interface NatsOptions {
  /** One or several of one cluster: `nats://HOST[:PORT]`, or `tls://`. */
  readonly servers: readonly string[];
  /** Path of a credentials file; none where the servers ask for none. */
  readonly creds?: string | undefined;
  /** Path of the authority's certificate, where the system does not know it. */
  readonly tlsCa?: string | undefined;
  /** What the connection is called in the server's own lists, for example `fovea host rack-3`. */
  readonly name: string;
}

export interface NatsLink extends AsyncDisposable {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly headers: () => MsgHdrs;
  /** `js.consumers` delivers the last message of each subject first, then new ones. */
  readonly lastPerSubject: "last_per_subject";
}

const CONNECT_MS = 5_000;

/**
 * Connects to a farm's NATS servers, and goes on trying after a connection was lost. Errors: FARM_CLIENT_MISSING where
 * the client libraries are not installed; FARM_UNUSABLE for files that cannot be read and servers without JetStream;
 * FARM_UNREACHABLE.
 */
export async function connectNats(options: NatsOptions, signal: AbortSignal): Promise<NatsLink> {
  const { transport, jetstream } = await loadClient();
  const given: ConnectionOptions = {
    servers: [...options.servers],
    name: options.name,
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    ...(options.tlsCa === undefined ? {} : { tls: { ca: (await readGiven(options.tlsCa)).toString() } }),
    ...(options.creds === undefined
      ? {}
      : { authenticator: transport.credsAuthenticator(await readGiven(options.creds)) }),
  };
  const connection = await abortable(
    transport.connect(given).catch((cause) => {
      throw unreachable(cause);
    }),
    signal,
  );
  try {
    const js = jetstream.jetstream(connection);
    const jsm = await jetstream.jetstreamManager(connection);
    return {
      connection,
      js,
      jsm,
      headers: transport.headers,
      lastPerSubject: jetstream.DeliverPolicy.LastPerSubject,
      [Symbol.asyncDispose]: async () => await connection.close(),
    };
  } catch (cause) {
    await connection.close();
    throw new FoveaError("FARM_UNUSABLE", "the NATS server has no JetStream for these credentials", {
      cause,
      hint: "Start it with `nats-server -js -sd FOLDER`, and let --creds name an account with JetStream.",
    });
  }
}

/** By the kind of failure alone: messages of the client may quote addresses with passwords. */
export function unreachable(cause: unknown): FoveaError {
  const kind = cause instanceof Error ? cause.name : "unknown failure";
  return new FoveaError("FARM_UNREACHABLE", `the farm's NATS servers do not answer (${kind})`, { cause });
}

async function loadClient() {
  try {
    const [transport, jetstream] = [await import("@nats-io/transport-node"), await import("@nats-io/jetstream")];
    return { transport, jetstream };
  } catch (cause) {
    throw new FoveaError("FARM_CLIENT_MISSING", "the NATS client of farms is not installed", { cause });
  }
}

async function readGiven(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new FoveaError("FARM_UNUSABLE", `${path} cannot be read (${code})`, { cause });
  }
}
