import type { ActiveWindow } from "./facts.js";
import type { ViewHierarchy } from "./hierarchy.js";

// ResolverActivity and ChooserActivity live in `android` up to 13 and in the intentresolver module from 14 on.
const CHOOSER_PACKAGE = /(?:^|\.)intentresolver$|\.internal\.app$/;
/**
 * The resource ids of the framework, of vendors' copies of it (android.miui, com.lge, com.huawei.android.internal.app),
 * and of the module.
 */
const CHOOSER_IDS =
  /^(?:android|android\.miui|com\.lge|[\w.]*(?:\bintentresolver|\.internal\.app)):id\/(?:resolver_\w+|chooser_\w+|button_once|button_always)$/;

/**
 * Whether the system's "open with" or share sheet is in front. By window, package and resource ids: its words are
 * translated, and "Always" is in permission dialogs, too. Null if neither window nor hierarchy is known.
 */
export function detectIntentChooser(window: ActiveWindow | null, hierarchy: ViewHierarchy | null): boolean | null {
  if (window?.type === "intentChooser") return true;
  if (CHOOSER_PACKAGE.test(window?.package ?? "")) return true;
  if (hierarchy?.packages.some((name) => CHOOSER_PACKAGE.test(name))) return true;
  if (hierarchy?.nodes.some(({ resourceId }) => resourceId !== null && isChooserId(resourceId))) return true;
  return window === null && hierarchy === null ? null : false;
}

/** Thousands of ids are checked for each screen: the cheap check on the name excludes most of them. */
function isChooserId(id: string): boolean {
  const name = id.slice(id.lastIndexOf("/") + 1);
  return /^(?:resolver_|chooser_|button_)/.test(name) && CHOOSER_IDS.test(id);
}
