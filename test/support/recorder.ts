import type { AccessibilityNodeState } from "../../packages/virtual-android/src/accessibility-state.js";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { containsPoint, type Point } from "../../src/base/geometry.js";
import { everyNode } from "./virtual-phone.js";

/** An input event that the phone received, with the time of the phone's clock. */
export interface ReceivedInput {
  readonly kind: "down" | "move" | "up" | "key" | "text";
  readonly atMs: number;
  readonly point: Point | null;
  readonly words: string | null;
  /** For `down`: the element under the finger, from the phone's own tree; see {@link under}. */
  readonly on: string | null;
}

export interface InputRecorder {
  readonly received: readonly ReceivedInput[];
  clear(): void;
  /** Stops recording. */
  stop(): void;
}

/** Records all input that is injected into the phone. */
export function recordInput(phone: VirtualPhone): InputRecorder {
  const received: ReceivedInput[] = [];
  const note = (kind: ReceivedInput["kind"], rest: Partial<ReceivedInput>) => {
    received.push({ kind, atMs: phone.clock.nowMs(), point: null, words: null, on: null, ...rest });
  };
  const { touchDown, touchMove, touchUp, key, typeText } = phone;
  phone.touchDown = (point) => {
    note("down", { point, on: under(phone, point) });
    touchDown.call(phone, point);
  };
  phone.touchMove = (point) => {
    note("move", { point });
    touchMove.call(phone, point);
  };
  phone.touchUp = (point) => {
    note("up", { point });
    touchUp.call(phone, point);
  };
  phone.key = (name, press) => {
    note("key", { words: press === "long" ? `${name} long` : name });
    key.call(phone, name, press);
  };
  phone.typeText = (text) => {
    note("text", { words: text });
    typeText.call(phone, text);
  };
  return {
    received,
    clear: () => {
      received.length = 0;
    },
    stop: () => {
      Object.assign(phone, { touchDown, touchMove, touchUp, key, typeText });
    },
  };
}

/**
 * A unique text for the element that a finger touches at a point: the window, and the texts of the innermost clickable
 * or editable node of the topmost window there.
 */
export function under(phone: VirtualPhone, point: Point): string {
  const { power, keyguard } = phone.state();
  if (!power.isInteractive) return "a dark screen";
  const lock = keyguard.isShowing && !keyguard.isOccluded ? "lock screen, " : "";
  const window = phone.accessibilityWindows().find(({ bounds, root }) => root && containsPoint(bounds, point));
  if (!window?.root) return `${lock}nothing`;
  const hit = [...everyNode(window.root)].filter(
    (node) => containsPoint(node.bounds, point) && (node.isClickable || /EditText$/.test(node.className)),
  );
  const node = hit.at(-1);
  return `${lock}${window.title}: ${node ? wordsOf(node) : "nothing"}`;
}

/** All texts of a node and of the nodes inside it. */
export function wordsOf(node: AccessibilityNodeState): string {
  const parts = [...everyNode(node)].flatMap((one) => [one.text, one.contentDescription]);
  return [node.resourceId, ...parts.filter((words) => words !== "")].join(" / ");
}
