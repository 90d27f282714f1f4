import type { Size } from "../../base/geometry.js";
import type { OnDeviceHello } from "../../devices/companion/messages.js";
import type { OnDeviceSnapshot, OnDeviceWindow } from "../../devices/companion/results.js";
import { elementsOf } from "../../screen/elements.js";
import type { UiNode, UiWindow } from "../../screen/hierarchy.js";
import type { KnownTrees } from "../../session/known.js";
import { type NodeReader, nodeReader } from "./snapshot-node.js";

export interface SnapshotSource {
  readonly snapshot: OnDeviceSnapshot;
  readonly hello: Pick<OnDeviceHello, "epoch" | "knownFlags" | "knownFields">;
  /** The display to read; windows of other displays are left out. */
  readonly displayId: number;
  readonly screenSize: Size;
  readonly rotation: number;
}

/**
 * A snapshot of the companion as a hierarchy: the windows of one display from back to front, so a later window is above
 * an earlier one; bounds are clipped to the display. A node that did not change is the same object as in `previous`,
 * and so is the whole result if nothing changed: a tap changes only a few of thousands of nodes.
 */
export function snapshotHierarchy(source: SnapshotSource, previous: KnownTrees | null): KnownTrees {
  const { snapshot, hello, displayId, rotation, screenSize } = source;
  const shown = windowsOf(snapshot, displayId);
  const known = previous && isOfSame(previous, source) ? previous : null;
  const windows = placed(shown);
  if (known && isSame(known.hierarchy.windows, windows)) return known;
  const nodes = readNodes(shown, { known, read: nodeReader(hello, screenSize) });
  let depth = 0;
  const packages = new Set<string>();
  for (const node of nodes) {
    if (node.depth >= depth) depth = node.depth + 1;
    if (node.package) packages.add(node.package);
  }
  const hierarchy = Object.freeze({
    rotation,
    epoch: hello.epoch,
    windows: Object.freeze(windows),
    nodes: Object.freeze(nodes),
    nodeCount: nodes.length,
    depth,
    packages: Object.freeze([...packages]),
  });
  const elements = elementsOf(hierarchy, screenSize);
  return { hierarchy, nodes: shown.flatMap(({ content }) => content ?? []), screenSize, elements };
}

function isOfSame({ hierarchy, screenSize }: KnownTrees, now: SnapshotSource): boolean {
  const isSameSize = screenSize.width === now.screenSize.width && screenSize.height === now.screenSize.height;
  return isSameSize && hierarchy.epoch === now.hello.epoch && hierarchy.rotation === now.rotation;
}

/** The windows of a display, back to front. Below API 30 only the default display has windows, without a display id. */
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

interface Reading {
  readonly known: KnownTrees | null;
  readonly read: NodeReader;
}

function readNodes(shown: readonly OnDeviceWindow[], { known, read }: Reading): readonly UiNode[] {
  const nodes: UiNode[] = [];
  for (const [window, { content }] of shown.entries()) {
    const start = nodes.length;
    for (const node of content ?? []) {
      const parent = node.parent === null ? null : start + node.parent;
      const depth = parent === null ? 0 : (nodes[parent]?.depth ?? -1) + 1;
      const before = known?.nodes[nodes.length] === node ? known.hierarchy.nodes[nodes.length] : undefined;
      const isSamePlace = before?.parent === parent && before.depth === depth && before.window === window;
      nodes.push(isSamePlace ? before : read(node, { parent, depth, window }));
    }
  }
  return nodes;
}
