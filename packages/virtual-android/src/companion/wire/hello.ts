import { EVENTS_KEPT } from "../event-ring.js";
import { PACKAGE } from "../names.js";
import type { Host } from "./host.js";
import { LONGEST_REPLY, LONGEST_REQUEST, MOST_CLIENTS, REQUESTS_IN_FLIGHT } from "./limits.js";
import { isObject, type JsonObject } from "./strict-json.js";
import { WireError } from "./wire-error.js";

/** The supported versions of the protocol, the preferred version first. */
const VERSIONS: readonly number[] = [3, 2, 1];
const MOST_VERSIONS = 100;
const LONGEST_NAME = 200;

/**
 * Chooses the version of the protocol from a client's hello; no version above `newest`. Errors: HELLO_REQUIRED,
 * INVALID_REQUEST, WRONG_VERSION.
 */
export function agreedVersion(message: JsonObject, newest: number): number {
  const offered = offeredVersions(message);
  const spoken = VERSIONS.filter((one) => one <= newest);
  const version = spoken.find((one) => offered.includes(one));
  if (version !== undefined) return version;
  throw new WireError("WRONG_VERSION", "this side speaks none of these versions", { versions: spoken });
}

/** The answer to a client's hello. */
export function helloMessage(version: number, host: Host): object {
  const { facts, events } = host;
  const { strokes, screenshotIntervalMs, ...reported } = facts;
  return {
    hello: {
      version,
      ...reported,
      package: PACKAGE,
      user: 0,
      state: host.isAttached() ? "running" : "suppressed",
      seq: events.seq,
      limits: {
        requestBytes: LONGEST_REQUEST,
        replyBytes: LONGEST_REPLY,
        requestsInFlight: REQUESTS_IN_FLIGHT,
        clients: MOST_CLIENTS,
        eventsKept: EVENTS_KEPT,
        strokes,
        screenshotIntervalMs,
      },
    },
  };
}

function offeredVersions(message: JsonObject): readonly unknown[] {
  const { hello } = message;
  if (!("hello" in message)) throw new WireError("HELLO_REQUIRED", "the first message has to be a hello");
  if (!isObject(hello) || Object.keys(message).length !== 1) throw wrong("hello: stands alone and is an object");
  const unknown = Object.keys(hello).find((name) => name !== "versions" && name !== "client");
  if (unknown !== undefined) throw wrong("hello: has a field that is unknown");
  const { versions, client } = hello;
  if (!Array.isArray(versions) || versions.length > MOST_VERSIONS) throw wrong("hello.versions: has to be a list");
  if (typeof client !== "string" || [...client].length > LONGEST_NAME) throw wrong("hello.client: has to be a text");
  return versions;
}

function wrong(message: string): WireError {
  return new WireError("INVALID_REQUEST", message);
}
