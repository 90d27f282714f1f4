import { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import type { OnDeviceWindow } from "../../src/devices/companion/results.js";
import { hasFlag, type TreeNode } from "../../src/devices/companion/tree.js";
import type { ServiceStream } from "../../src/devices/device.js";
import { never } from "../support/never.js";
import { wholeSnapshot } from "../support/whole-snapshot.js";

/**
 * Some implementation of the companion, with a screen in front of it. Its app has one window with a clickable node
 * and a password field.
 */
export interface Companion extends AsyncDisposable {
  /** A stream to its socket, nothing said yet. */
  open(): Promise<ServiceStream>;
  /** Text or description of a node that can be clicked. */
  readonly button: string;
  /** What was typed into the password field. */
  readonly secret: string;
  /** Changes something in the app's window, and an event reports it. */
  change(): Promise<void>;
  /** Changes something in the app's window, and no event reports it; null if the implementation cannot. */
  readonly changeSilently: (() => Promise<void>) | null;
  /** A UiAutomation takes the device, and gives it back; null for a host that nothing suppresses. */
  readonly suppression: { begin(): Promise<void>; end(): Promise<void> } | null;
}

/** A client of it that has said hello. */
export async function connectTo(companion: Companion): Promise<OnDeviceClient> {
  return await OnDeviceClient.connect(await companion.open(), { serial: "companion", client: "contract" }, never());
}

export interface FoundNode {
  readonly window: OnDeviceWindow;
  readonly node: TreeNode;
  /** The address for acting on it. */
  readonly target: { readonly window: number; readonly tree: string; readonly node: number };
}

/** The first node with this text or description that can be clicked. Throws where there is none. */
export async function findNode(client: OnDeviceClient, words: string): Promise<FoundNode> {
  const { windows } = await wholeSnapshot(client);
  for (const window of windows) {
    const place = (window.content ?? []).findIndex(
      (node) => hasFlag(node, "clickable") && [node.text, node.contentDescription].includes(words),
    );
    const node = window.content?.[place];
    if (node && window.tree !== null)
      return { window, node, target: { window: window.id, tree: window.tree, node: place } };
  }
  throw new Error(`nothing that can be clicked says "${words}"`);
}
