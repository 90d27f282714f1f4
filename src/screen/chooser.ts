import type { ActiveWindow } from "./facts.js";
import type { ViewHierarchy } from "./hierarchy.js";

// ResolverActivity and ChooserActivity live in `android` up to 13 and in the intentresolver module from 14 on.
const CHOOSER_PACKAGES = /^(?:com\.(?:google\.)?android\.intentresolver)$/;
const CHOOSER_IDS =
  /^(?:android|com\.(?:google\.)?android\.intentresolver):id\/(?:resolver_list|button_once|button_always|chooser_list|chooser_header|resolver_button_bar)$/;

/**
 * Whether the system's "open with" or share sheet is in front. By window, package and resource ids: its words are
 * translated, and "Always" stands in permission dialogs, too. Null where neither window nor hierarchy is known.
 */
export function detectIntentChooser(window: ActiveWindow | null, hierarchy: ViewHierarchy | null): boolean | null {
  if (window?.type === "intentChooser") return true;
  if (window?.package && CHOOSER_PACKAGES.test(window.package)) return true;
  if (hierarchy?.nodes.some((node) => CHOOSER_IDS.test(node.resourceId ?? ""))) return true;
  return window === null && hierarchy === null ? null : false;
}
