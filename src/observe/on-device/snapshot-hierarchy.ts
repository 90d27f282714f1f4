import type { Size } from "../../base/geometry.js";
import type { OnDeviceHello } from "../../devices/on-device/messages.js";
import type { OnDeviceSnapshot, OnDeviceWindow } from "../../devices/on-device/results.js";
import type { UiNode, UiWindow, ViewHierarchy } from "../../screen/hierarchy.js";
import { type NodeReader, nodeReader } from "./snapshot-node.js";

export interface SnapshotSource {
  readonly snapshot: OnDeviceSnapshot;
  readonly hello: Pick<OnDeviceHello, "epoch" | "knownFlags" | "knownFields">;
  /** The display that is read; windows of others are left out. */
  readonly displayId: number;
  readonly screenSize: Size;
  readonly rotation: number;
}

/**
 * A snapshot of the on-device half as a hierarchy: the windows of one display back to front, so that what comes later
 * lies above; bounds clipped to the display. What is as in `previous` is the same object as there, all of it where
 * nothing changed.
 */
export function snapshotHierarchy(source: SnapshotSource, previous: ViewHierarchy | null): ViewHierarchy {
  const { snapshot, hello, displayId, rotation } = source;
  const shown = windowsOf(snapshot, displayId);
  const known = previous?.epoch === hello.epoch && previous.rotation === rotation ? previous : null;
  const windows = placed(shown);
  if (known && isSame(known.windows, windows)) return known;
  const nodes: UiNode[] = [];
  const reader = nodeReader(hello, source.screenSize);
  for (const [place, window] of windows.entries()) {
    appendNodes(nodes, { window, place, content: shown[place]?.content ?? null, known, reader });
  }
  return Object.freeze({
    rotation,
    epoch: hello.epoch,
    windows: Object.freeze(windows),
    nodes: Object.freeze(nodes),
    nodeCount: nodes.length,
    depth: nodes.reduce((most, node) => Math.max(most, node.depth + 1), 0),
    packages: Object.freeze([...new Set(nodes.flatMap((node) => node.package || []))]),
  });
}

/** The windows of a display, back to front. Below API 30 only the default display has any, and they do not say so. */
export function windowsOf({ windows }: OnDeviceSnapshot, displayId: number): readonly OnDeviceWindow[] {
  return windows.filter(({ display }) => (display ?? 0) === displayId).sort((a, b) => a.layer - b.layer);
}

function placed(shown: readonly OnDeviceWindow[]): readonly UiWindow[] {
  let next = 0;
  return shown.map((window) => {
    const count = window.content?.length ?? 0;
    const root = count > 0 ? next : null;
    next += count;
    return Object.freeze({
      windowId: window.id,
      title: window.title,
      type: window.type,
      layer: window.layer,
      active: window.active,
      focused: window.focused,
      displayId: window.display ?? 0,
      bounds: window.bounds,
      touchable: window.touchable,
      tree: count > 0 ? window.tree : null,
      root,
    });
  });
}

function isSame(before: readonly UiWindow[], now: readonly UiWindow[]): boolean {
  return before.length === now.length && JSON.stringify(before) === JSON.stringify(now);
}

interface WindowNodes {
  readonly window: UiWindow;
  readonly place: number;
  readonly content: OnDeviceWindow["content"];
  readonly known: ViewHierarchy | null;
  readonly reader: NodeReader;
}

function appendNodes(nodes: UiNode[], { window, place, content, known, reader }: WindowNodes): void {
  const start = nodes.length;
  const kept = known?.windows[place];
  const isKept = kept !== undefined && kept.tree !== null && kept.tree === window.tree && kept.root === start;
  if (known && isKept) {
    for (let at = start; ; at += 1) {
      const node = known.nodes[at];
      if (node?.window !== place) return;
      nodes.push(node);
    }
  }
  for (const node of content ?? []) {
    const parent = node.parent === null ? null : start + node.parent;
    const depth = parent === null ? 0 : (nodes[parent]?.depth ?? -1) + 1;
    nodes.push(reader(node, { parent, depth, window: place }));
  }
}
