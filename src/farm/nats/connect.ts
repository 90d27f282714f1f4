import { readFile } from "node:fs/promises";
import { checkServerIdentity, type ConnectionOptions as TlsOptions } from "node:tls";
import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { ConnectionOptions, MsgHdrs, NatsConnection } from "@nats-io/transport-node";
import { FoveaError } from "../../base/errors.js";
import { abortable } from "../../base/signals.js";

/** How to connect to a farm. */
export interface NatsOptions {
  /** One server, or several of one cluster: `nats://HOST[:PORT]`, or `tls://`. */
  readonly servers: readonly string[];
  /** The path of a credentials file; absent if the servers need none. */
  readonly creds?: string | undefined;
  /** The path of the authority's certificate, if the system does not know it. */
  readonly tlsCa?: string | undefined;
  /** The name of the connection in the server's own lists, for example `fovea host rack-3`. */
  readonly name: string;
}

export interface NatsLink extends AsyncDisposable {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly headers: () => MsgHdrs;
  /** With it, `js.consumers` delivers the last message of each subject first, then new ones. */
  readonly lastPerSubject: "last_per_subject";
}

const CONNECT_MS = 5_000;

/**
 * Connects to a farm's NATS servers, and reconnects after the connection was lost. If one of them is named with
 * `tls://`, or if its authority is given, nothing is sent to any server without TLS. Errors: FARM_CLIENT_MISSING if the
 * client libraries are not installed; FARM_UNUSABLE for files that cannot be read, for invalid or refused credentials,
 * and for servers without TLS, with a certificate that cannot be verified, or without JetStream; FARM_UNREACHABLE.
 */
export async function connectNats(options: NatsOptions, signal: AbortSignal): Promise<NatsLink> {
  const { link, connection, cause } = await connectFarm(options, signal);
  if (link) return link;
  await connection.close();
  throw new FoveaError("FARM_UNUSABLE", "the credentials are those of a tenant, and this needs those of the farm", {
    cause,
    hint: "Name the farm's own credentials with --creds, as `fovea farm config` made them: farm.creds.",
  });
}

/** A connection to a farm. `link` gives the farm's state; it is null for the credentials of a tenant. */
export interface FarmConnection {
  readonly connection: NatsConnection;
  readonly link: NatsLink | null;
  /** Why `link` is null. */
  readonly cause?: unknown;
}

/**
 * As `connectNats`, but also accepts the credentials of a tenant, which cannot read the farm's state. Errors: the same.
 */
export async function connectFarm(options: NatsOptions, signal: AbortSignal): Promise<FarmConnection> {
  const { transport, jetstream } = await loadClient();
  const given = await optionsOf(options, transport);
  const connecting = transport.connect(given);
  const connection = await abortable(connecting, signal).catch((cause) => {
    if (!signal.aborted) throw refusedBy(cause);
    // The connection may still be established; left open, it would keep the program running.
    connecting.then(
      async (late) => await late.close(),
      () => {},
    );
    throw signal.reason;
  });
  try {
    const js = jetstream.jetstream(connection);
    const jsm = await jetstream.jetstreamManager(connection);
    const link = {
      connection,
      js,
      jsm,
      headers: transport.headers,
      lastPerSubject: jetstream.DeliverPolicy.LastPerSubject,
      [Symbol.asyncDispose]: async () => await connection.close(),
    };
    return { connection, link };
  } catch (cause) {
    // The server has JetStream, but not for this account: it is a tenant's account.
    if (connection.info?.jetstream === true && isNotPermitted(cause)) return { connection, link: null, cause };
    await connection.close();
    throw new FoveaError("FARM_UNUSABLE", "the NATS server has no JetStream for these credentials", {
      cause,
      hint: "Start it with `nats-server -js -sd FOLDER`, and let --creds name an account with JetStream.",
    });
  }
}

async function optionsOf(options: NatsOptions, transport: Transport): Promise<ConnectionOptions> {
  const { tlsCa, creds } = options;
  const servers = options.servers.map((server) => new URL(server));
  const isEncrypted = tlsCa !== undefined || servers.some(({ protocol }) => protocol === "tls:");
  const named = servers.find(({ username }) => username !== "");
  return {
    servers: servers.map(({ host }) => host),
    name: options.name,
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // Without TLS, only the given addresses are used: servers report others, which may be on other hosts.
    ...(isEncrypted
      ? { tls: { ...ofNamed(servers), ...(tlsCa !== undefined && { ca: (await readGiven(tlsCa)).toString() }) } }
      : { ignoreClusterUpdates: true }),
    ...(named && { user: decodeURIComponent(named.username), pass: decodeURIComponent(named.password) }),
    ...(creds !== undefined && { authenticator: await authenticatorOf(creds, transport) }),
  };
}

/**
 * The client verifies an address without a name as if it were localhost (transport-node 3.4.0), so it is verified here.
 */
function ofNamed(servers: readonly URL[]): Pick<TlsOptions, "checkServerIdentity"> {
  const hosts = servers.map(({ hostname }) => hostname.replace(/^\[|\]$/g, ""));
  return {
    checkServerIdentity: (asked, certificate) => {
      if (hosts.some((host) => checkServerIdentity(host, certificate) === undefined)) return undefined;
      return checkServerIdentity(asked, certificate);
    },
  };
}

/** The seed of a user's key, in the form that `fovea farm config` writes: `S`, `U`, and base32. */
export const SEED = /^SU[A-Z2-7]{56}$/m;

/** Reads a credentials file. Errors: FARM_UNUSABLE. */
async function authenticatorOf(path: string, transport: Transport) {
  const bytes = await readGiven(path);
  const text = bytes.toString();
  const seed = text.includes("NATS USER JWT") ? undefined : SEED.exec(text)?.[0];
  const authenticator =
    seed === undefined ? transport.credsAuthenticator(bytes) : transport.nkeyAuthenticator(Buffer.from(seed));
  try {
    authenticator("trial");
  } catch (cause) {
    throw new FoveaError("FARM_UNUSABLE", `${path} holds no credentials of NATS`, {
      cause,
      hint: "Name a credentials file with --creds, as NATS' tools make it.",
    });
  }
  return authenticator;
}

/** The client has no error codes for these (nats-core 3.4.0). */
const NO_TLS = /does not support 'tls'|is not available on this server/;
const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** The error for a failed connection. */
function refusedBy(cause: unknown): FoveaError {
  if (!(cause instanceof Error)) return unreachable(cause);
  const code = "code" in cause ? String(cause.code) : "";
  if (cause.name === "AuthorizationError" || cause.name === "UserAuthenticationExpiredError") {
    return unusable(
      cause,
      "the farm's NATS servers refuse these credentials",
      "Name the farm's credentials with --creds.",
    );
  }
  if (NO_TLS.test(cause.message)) {
    const hint = "Give the server a certificate (`tls` in its configuration), or correct --farm.";
    return unusable(cause, "the NATS server offers no TLS, and nothing was sent to it", hint);
  }
  if (CERTIFICATE.test(code)) {
    const hint =
      "Name the certificate of its authority with --tls-ca, and write the server's name as in its certificate.";
    return unusable(cause, `the certificate of the NATS server cannot be verified (${code})`, hint);
  }
  return unreachable(cause);
}

function unusable(cause: Error, message: string, hint: string): FoveaError {
  return new FoveaError("FARM_UNUSABLE", message, { cause, hint });
}

/** Whether the servers do not allow this with these credentials (PermissionViolationError of nats-core 3.4.0). */
export function isNotPermitted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "PermissionViolationError" || isNotPermitted(error.cause);
}

export function notOfTenant(tenant: string, cause: unknown): FoveaError {
  return new FoveaError("FARM_UNUSABLE", `the credentials are not those of tenant ${tenant}; nothing was done`, {
    cause,
    hint: "Name with --tenant the tenant that the file of --creds was made for.",
  });
}

/** JetStream's error code for a missing stream. */
const NO_STREAM = 10_059;

/**
 * FARM_UNREACHABLE; FARM_UNUSABLE if the servers report that the farm does not exist. The client's messages are left
 * out: they may contain addresses with passwords.
 */
export function unreachable(cause: unknown): FoveaError {
  if (
    cause instanceof Error &&
    (cause.name === "StreamNotFoundError" || ("code" in cause && cause.code === NO_STREAM))
  ) {
    const hint = "Start the hosts of the farm again: the first one creates the state. Leases that were held are lost.";
    return unusable(cause, "the farm's state was deleted from its NATS servers", hint);
  }
  return new FoveaError("FARM_UNREACHABLE", "the farm's NATS servers do not answer", { cause });
}

type Transport = Awaited<ReturnType<typeof loadClient>>["transport"];

/** Loads the NATS client, which is not installed with Fovea. Errors: FARM_CLIENT_MISSING. */
export async function loadClient() {
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
