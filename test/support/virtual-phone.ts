import type { AccessibilityNodeState } from "../../packages/virtual-android/src/accessibility-state.js";
import type { Command } from "../../packages/virtual-android/src/command.js";
import { createPhone, type PhoneOptions } from "../../packages/virtual-android/src/create-phone.js";
import type { PhoneFiles } from "../../packages/virtual-android/src/phone-files.js";
import { ManualTime } from "../../packages/virtual-android/src/phone-time.js";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import type { Point } from "../../src/base/geometry.js";

/** Files in a map, enough for commands that write one. */
export function mapFiles(): PhoneFiles & { readonly map: Map<string, Uint8Array> } {
  const map = new Map<string, Uint8Array>();
  return {
    map,
    read: (path) => map.get(path),
    write: (path, bytes) => {
      if (path.startsWith("/missing/")) throw new Error("no such folder");
      map.set(path, bytes);
    },
    append: (path, bytes) => {
      map.set(path, Buffer.concat([map.get(path) ?? new Uint8Array(), bytes]));
    },
    remove: (path) => map.delete(path),
    makeFolder: () => {},
    isFolder: (path) => !map.has(path),
    list: () => [],
    stat: () => undefined,
  };
}

export interface TestPhone extends Disposable {
  readonly phone: VirtualPhone;
  readonly time: ManualTime;
  readonly files: ReturnType<typeof mapFiles>;
  /** Taps the view with these words, and lets the phone become stable. */
  tap(words: string): void;
  /** Moves a finger from one point to another in `ms`, then waits. */
  swipe(from: Point, to: Point, options?: { readonly ms?: number; readonly waitMs?: number }): void;
  /** Lets time pass; long enough for every transition by default. */
  wait(ms?: number): void;
  /** All texts and descriptions of the active window, in order. */
  texts(): readonly string[];
  /** The nodes of the active window, parents first. */
  nodes(): readonly AccessibilityNodeState[];
}

const REST_MS = 600;

/** A stable phone whose time only passes when the test moves it. */
export function openPhone(options: Partial<PhoneOptions> = {}): TestPhone {
  const time = new ManualTime();
  const files = mapFiles();
  const phone = createPhone({ files, clock: time, ...options });
  const wait = (ms = REST_MS) => time.advance(ms);
  const nodes = () => {
    const root = phone.accessibilityWindows().find((window) => window.isActive)?.root;
    return root ? [...everyNode(root)] : [];
  };
  wait();
  return {
    phone,
    time,
    files,
    wait,
    nodes,
    tap: (words) => {
      phone.hooks.tap(words);
      wait();
    },
    swipe: (from, to, { ms = 200, waitMs = 3000 } = {}) => {
      dragFinger(phone, time, { from, to, ms });
      wait(waitMs);
    },
    texts: () => nodes().flatMap((node) => [node.text, node.contentDescription].filter((words) => words !== "")),
    [Symbol.dispose]: () => phone[Symbol.dispose](),
  };
}

const SAMPLES = 20;

function dragFinger(phone: VirtualPhone, time: ManualTime, path: { from: Point; to: Point; ms: number }): void {
  const { from, to, ms } = path;
  phone.touchDown(from);
  for (let i = 1; i <= SAMPLES; i += 1) {
    time.advance(ms / SAMPLES);
    const share = i / SAMPLES;
    phone.touchMove({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  }
  phone.touchUp(to);
}

export function* everyNode(node: AccessibilityNodeState): Generator<AccessibilityNodeState> {
  yield node;
  for (const child of node.children) yield* everyNode(child);
}

export interface CommandResult {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs a command of the phone; its waits take only simulated time of the phone. */
export async function runCommand(
  { phone, time }: Pick<TestPhone, "phone" | "time">,
  command: Command,
  args: readonly string[],
): Promise<CommandResult> {
  const stdout: Uint8Array[] = [];
  const stderr: string[] = [];
  const status = await command.run({
    argv: [command.name, ...args],
    phone,
    stdin: (async function* () {})(),
    stdout: { write: async (chunk) => void stdout.push(Buffer.from(chunk)) },
    stderr: { write: async (chunk) => void stderr.push(Buffer.from(chunk).toString()) },
    env: new Map(),
    signal: new AbortController().signal,
    sleep: async (ms) => time.advance(ms),
  });
  return { status, stdout: Buffer.concat(stdout), stderr: stderr.join("") };
}
