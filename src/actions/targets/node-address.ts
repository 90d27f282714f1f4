import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { NodeAddress } from "../../devices/companion/requests.js";
import { nodeAddress } from "../../observe/companion/node-address.js";
import type { UiElement } from "../../screen/element.js";
import type { UiNode } from "../../screen/hierarchy.js";
import type { Observation } from "../../screen/observation.js";

/** An element, and the observation that has its node. */
export interface FoundNode {
  readonly observation: Observation;
  readonly element: UiElement;
}

/** The same with only those parts of the observation that are needed to find nodes. */
export interface FoundOn {
  readonly observation: Pick<Observation, "elements" | "ime" | "viewHierarchy">;
  readonly element: UiElement;
}

/** The node of an element; undefined if only pixels show it. */
export function nodeOf({ observation, element }: FoundOn): UiNode | undefined {
  return element.node === null ? undefined : observation.viewHierarchy?.nodes[element.node];
}

/**
 * The name of an element's node for this companion. Undefined if the element comes from another source or from an
 * earlier start of the companion: there node names have another meaning.
 */
export function addressOf(
  companion: Pick<LiveCompanion, "epoch">,
  { observation, element }: FoundNode,
): NodeAddress | undefined {
  return observation.viewHierarchy?.epoch === companion.epoch ? nodeAddress(observation, element) : undefined;
}
