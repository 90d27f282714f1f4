import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { NodeAddress } from "../../devices/companion/requests.js";
import { nodeAddress } from "../../observe/companion/node-address.js";
import type { UiElement } from "../../screen/element.js";
import type { UiNode } from "../../screen/hierarchy.js";
import type { Observation } from "../../screen/observation.js";

/** An element of an observation, with what the observation knows of its node. */
export interface FoundNode {
  readonly observation: Observation;
  readonly element: UiElement;
}

/** The same with no more of the observation than what names nodes. */
export interface FoundOn {
  readonly observation: Pick<Observation, "elements" | "ime" | "viewHierarchy">;
  readonly element: UiElement;
}

/** The node of an element; undefined if only pixels show it. */
export function nodeOf({ observation, element }: FoundOn): UiNode | undefined {
  return element.node === null ? undefined : observation.viewHierarchy?.nodes[element.node];
}

/**
 * How this companion calls the node of an element. Undefined if the element comes from another source or from
 * another life of the companion: names of trees mean nothing there.
 */
export function addressOf(
  companion: Pick<LiveCompanion, "epoch">,
  { observation, element }: FoundNode,
): NodeAddress | undefined {
  return observation.viewHierarchy?.epoch === companion.epoch ? nodeAddress(observation, element) : undefined;
}
