import { REDACTED } from "../base/redaction.js";
import { isRecord, type NodeName } from "./companion-tree.js";

/** The program on the phone that is the companion. */
export type CompanionHost = "service" | "shell";

const SOCKET = /^localabstract:dev\.fovea\.service\.(shell|u\d+)$/;

/** The companion that listens on a socket, from its adb service; null for any other service. */
export function companionHostOf(service: string): CompanionHost | null {
  const name = SOCKET.exec(service)?.[1];
  return name === undefined ? null : name === "shell" ? "shell" : "service";
}

/** Methods that may change what the phone shows. */
const ACTS = ["nodeAction", "gesture", "commitText", "setClipboard", "globalAction"];
const ACT = new RegExp(`^half:\\w+ (?:${ACTS.join("|")})\\b`);
/** Requests about the companion itself, not about the screen. */
const LASTING = /^half:\w+ (?:health|hello)\b/;

/** Whether this is the name of a request to the companion. */
export function isCompanionRequest(service: string): boolean {
  return service.startsWith("half:");
}

export function isCompanionAct(service: string): boolean {
  return ACT.test(service);
}

export function isAboutCompanionScreen(service: string): boolean {
  return isCompanionRequest(service) && !LASTING.test(service);
}

/** The name under which a connection to the companion is recorded, by its adb service. */
export function helloService(host: CompanionHost, service: string): string {
  return `half:${host} hello ${service}`;
}

/** The adb service of a connection, by the name under which it is recorded; null for other names. */
export function socketOfHello(name: string): string | null {
  return /^half:\w+ hello (localabstract:\S+)$/.exec(name)?.[1] ?? null;
}

/** A request to the companion as it was received. */
export interface CompanionRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** How the texts of a request are recorded. */
export interface CompanionWording {
  /** The name of a node in a tree that the companion sent; null if it sent no such node. */
  readonly nameOf: (address: NodeAddress) => NodeName | null;
  /** Redacts text that the caller typed. */
  readonly typed: (text: string) => string;
  /** Redacts any other text. */
  readonly words: (text: string) => string;
}

export interface NodeAddress {
  readonly window: number;
  readonly tree: string;
  readonly node: number;
}

/** The address of the node in a request's parameters; null if they have none. */
export function addressIn(params: Readonly<Record<string, unknown>>): NodeAddress | null {
  const { target } = params;
  if (!isRecord(target)) return null;
  const { window, tree, node } = target;
  if (typeof window !== "number" || typeof tree !== "string" || typeof node !== "number") return null;
  return { window, tree, node };
}

/**
 * The name of a request: equal requests have equal names. It leaves out trees and event numbers, which the companion
 * invents, and time limits, which the caller chooses. A node is named by its class, id and texts.
 */
export function companionService(
  host: CompanionHost,
  { method, params }: CompanionRequest,
  wording: CompanionWording,
): string {
  return `half:${host} ${method} ${JSON.stringify(sorted(asked(method, params, wording)))}`;
}

/**
 * The name of a request whose recorded answer fits, too: a newly walked screen also answers a request that accepts an
 * unchanged one. Null if there is none.
 */
export function alternativeTo(service: string): string | null {
  if (!/^half:\w+ snapshot /.test(service)) return null;
  return service.includes('"basis":"events"') ? service.replace('"basis":"events"', '"basis":"walk"') : null;
}

function asked(method: string, params: Readonly<Record<string, unknown>>, wording: CompanionWording): unknown {
  switch (method) {
    case "snapshot":
      return { basis: "walk", forced: false, ...without(params, ["since", "budget"]) };
    case "waitIdle":
      return { after: "after" in params };
    case "screenshot":
      return without(params, ["maxAgeMs"]);
    case "nodeAction":
      return { ...typedIn(without(params, ["alongside"]), wording), target: targetOf(params, wording) };
    case "commitText":
      return typedIn(params, wording);
    case "setClipboard":
      return { ...params, text: REDACTED };
    default:
      return params;
  }
}

function without(
  params: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
}

function typedIn(
  params: Readonly<Record<string, unknown>>,
  { typed }: CompanionWording,
): Readonly<Record<string, unknown>> {
  return typeof params["text"] === "string" ? { ...params, text: typed(params["text"]) } : params;
}

function targetOf(params: Readonly<Record<string, unknown>>, { nameOf, words }: CompanionWording): unknown {
  const address = addressIn(params);
  if (address === null) return params["target"] ?? null;
  const { window, node } = address;
  const name = nameOf(address);
  if (name === null) return { window, node };
  const shown = Object.entries(name).map(([key, word]) => [key, typeof word === "string" ? words(word) : word]);
  return { window, node, ...Object.fromEntries(shown) };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}
