import { createHash } from "node:crypto";
import type { SeenScreen } from "../../src/graph/screen/screen-facts.js";
import type { UiNode } from "../../src/screen/hierarchy.js";
import { isVisible, type Screen } from "../../test/support/screens.js";

/** The two keys by which DroidBot recognises a state (`device_state.py`, state_str and structure_str). */
export interface DroidBotKeys {
  /** A key of the activity and the set of views: class, id, text up to 50 characters, enabled, checked and selected. */
  readonly state: string;
  /** A key of the activity and the set of views, by class and id only. */
  readonly structure: string;
}

export function droidBotKeys({ viewHierarchy }: Screen, activity: string | null): DroidBotKeys {
  const nodes = viewHierarchy.nodes.filter(isVisible);
  return { state: keyOf(activity, nodes.map(stateOf)), structure: keyOf(activity, nodes.map(structureOf)) };
}

/** The keys of a generated screen, with roles in place of classes. */
export function keysOfSeen({ activity, elements }: SeenScreen): DroidBotKeys {
  const shown = elements.filter(({ bounds, systemBar }) => bounds !== null && !systemBar);
  const views = shown.map(({ role, resourceId, labels, enabled, checked, selected }) => {
    const structure = `[class]${role}[resource_id]${resourceId}`;
    const text = labels.join(" ");
    const flags = [enabled ? "enabled" : "", checked === true ? "checked" : "", selected ? "selected" : ""];
    return { structure, state: `${structure}[text]${text.length > 50 ? "None" : text}[${flags.join(",")}]` };
  });
  return {
    state: keyOf(
      activity,
      views.map(({ state }) => state),
    ),
    structure: keyOf(
      activity,
      views.map(({ structure }) => structure),
    ),
  };
}

function keyOf(activity: string | null, views: readonly string[]): string {
  const text = `${activity ?? ""}{${[...new Set(views)].sort().join(",")}}`;
  return createHash("md5").update(text).digest("hex");
}

function stateOf(node: UiNode): string {
  const text = (node.text ?? "").slice(0, 51);
  const shown = text.length > 50 ? "None" : text;
  const flags = [node.enabled, node.checked, node.selected].map((flag, at) => (flag ? FLAGS[at] : ""));
  return `[class]${node.className}[resource_id]${node.resourceId}[text]${shown}[${flags.join(",")}]`;
}

const FLAGS = ["enabled", "checked", "selected"] as const;

function structureOf(node: UiNode): string {
  return `[class]${node.className}[resource_id]${node.resourceId}`;
}
