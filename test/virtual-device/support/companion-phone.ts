import assert from "node:assert/strict";
import { type PhoneTime, scaledTime } from "../../../packages/virtual-android/src/phone-time.js";
import {
  type RunningPhone,
  startVirtualPhone,
  type VirtualPhoneOptions,
} from "../../../packages/virtual-android/src/start-virtual-phone.js";
import { pollUntil } from "../../../src/base/signals.js";
import { schemaDefinitions } from "../../support/companion.js";
import { orDispose } from "../../support/or-dispose.js";
import { list, type Message, type WireClient } from "./wire-client.js";

/** A stable phone with the service bound, five times as fast as a real one. */
export async function phoneWithService(options: VirtualPhoneOptions = {}): Promise<RunningPhone & AsyncDisposable> {
  const defaults = {
    adbdPort: null,
    onDevice: "enabled",
    apiLevel: 34,
    animationScale: 0,
    clock: atFullMinute(scaledTime(5)),
  } as const;
  const running = await startVirtualPhone({ ...defaults, ...options });
  const { phone, device } = running;
  return await orDispose(device, async () => {
    const isStable = () => (phone.state().focusedWindow !== null ? true : undefined);
    await pollUntil(isStable, 5, AbortSignal.timeout(60_000));
    return { ...running, [Symbol.asyncDispose]: () => device[Symbol.asyncDispose]() };
  });
}

/** A clock whose first new minute, of which the status bar says, is a whole one away: 12 s of the host's. */
function atFullMinute(time: PhoneTime): PhoneTime {
  const pastMs = time.wallMs() % 60_000;
  return { ...time, wallMs: () => time.wallMs() - pastMs };
}

/** A node of a snapshot with its fields by name. */
export interface WireNode {
  readonly window: number;
  readonly tree: string;
  readonly place: number;
  readonly flags: ReadonlySet<string>;
  readonly bounds: readonly number[];
  readonly className: unknown;
  readonly id: unknown;
  readonly text: unknown;
  readonly description: unknown;
  readonly details: Message;
  readonly actions: readonly unknown[];
}

/** Every node of a snapshot's windows, in order. */
export function nodesOf(snapshot: Message): readonly WireNode[] {
  return list(snapshot, "windows").flatMap(nodesOfWindow);
}

function nodesOfWindow(window: Message): readonly WireNode[] {
  const content: unknown = window["content"];
  if (!isTree(content)) return [];
  return content.nodes.map((node, place) => ({
    window: Number(window["id"]),
    tree: String(window["tree"]),
    place,
    flags: new Set(FLAG_WORDS.filter((_, bit) => Math.floor(Number(node[1]) / 2 ** bit) % 2 === 1)),
    bounds: node.slice(2, 6).map(Number),
    className: content.names[Number(node[6])],
    id: content.names[Number(node[8])],
    text: node[11] ?? null,
    description: node[12] ?? null,
    details: isRecord(node[13]) ? node[13] : {},
    actions: content.actionSets[Number(node[9])] ?? [],
  }));
}

const FLAG_WORDS = flagWords();

function flagWords(): readonly string[] {
  const words = schemaDefinitions()["flag"]?.["enum"];
  assert.ok(Array.isArray(words));
  return words.map(String);
}

function isRecord(value: unknown): value is Message {
  return typeof value === "object" && value !== null;
}

function isTree(value: unknown): value is {
  readonly nodes: readonly (readonly unknown[])[];
  readonly names: readonly string[];
  readonly actionSets: readonly (readonly unknown[])[];
} {
  return isRecord(value) && Array.isArray(value["nodes"]);
}

/** The first node of a fresh walk that says this, or has this id. */
export async function findNode(client: WireClient, words: string): Promise<WireNode> {
  const nodes = nodesOf(await client.call("snapshot"));
  const found = nodes.find(
    (node) => node.text === words || node.description === words || String(node.id).endsWith(`:id/${words}`),
  );
  assert.ok(
    found,
    `no node says ${words}: ${nodes
      .map((node) => node.text ?? node.description)
      .filter(Boolean)
      .join(", ")}`,
  );
  return found;
}

/** What nodeAction takes for a node. */
export function targetOf({ window, tree, place }: WireNode): object {
  return { window, tree, node: place };
}

/** All texts of a fresh walk. */
export async function textsOf(client: WireClient): Promise<readonly unknown[]> {
  return nodesOf(await client.call("snapshot")).map((node) => node.text);
}
