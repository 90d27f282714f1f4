import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { Session } from "../../session/session.js";
import { addressOf, nodeOf } from "../targets/node-address.js";
import { actOnNode } from "./act-on-node.js";
import type { FocusedNode } from "./focus-via-companion.js";
import { isNotViaCompanion } from "./via-companion.js";

/** The first release that distinguishes the hint of an empty field from a text. */
const FIRST_WITH_HINTS = 26;

/**
 * Puts the cursor after the text of a field that has just got the focus, as a person would who taps it to go on typing.
 * Below Android 8 the text of a node may be the hint of an empty field, and only the cursor shows it: the cursor does
 * not move past a hint. Gives `empty` for such a field.
 */
export async function goToEnd(
  session: Session,
  companion: LiveCompanion,
  { node, isNew }: FocusedNode,
  signal: AbortSignal,
): Promise<"empty" | "there"> {
  const { text = null, details = null } = (node && nodeOf(node)) ?? {};
  const target = node && addressOf(companion, node);
  const cursor = details?.selection?.[1] ?? 0;
  const isUncertain = companion.client.hello.apiLevel < FIRST_WITH_HINTS && cursor <= 0;
  if (!text || !target || node.element.password === true || !(isNew || isUncertain)) return "there";
  const end = text.length;
  const went = await actOnNode(session, companion, { target, action: "setSelection", start: end, end }, signal);
  return isUncertain && !isNotViaCompanion(went) && !went.performed ? "empty" : "there";
}
