import { lookWith } from "../assemble/parts-of.js";
import type { ObservationParts } from "../observation-parts.js";
import { type ProbeContext, runProbe } from "../probe.js";
import { mergePage } from "../webview/merge-page.js";
import { readPages, webViewsIn } from "../webview/read-pages.js";

/** The most time that a hanging page can add to an observation. */
const DEADLINE_MS = 4_000;

/**
 * Adds the pages of WebViews to the observation, if the session reads them (`--webview`): DOM elements below the
 * WebView's node. A page that cannot be read is an error of its part; the rest is valid.
 */
export async function withPages(
  context: ProbeContext,
  look: ObservationParts,
  signal: AbortSignal,
): Promise<ObservationParts> {
  const { hierarchy } = look;
  if (!context.session.readsPages || !hierarchy?.value) return look;
  const views = webViewsIn(hierarchy.value.hierarchy);
  if (views.length === 0) return look;
  const work = async (limit: AbortSignal) => await readPages(context.device, views, limit);
  const pages = await runProbe({ name: "webview", deadlineMs: DEADLINE_MS, work }, signal);
  let merged = hierarchy.value.hierarchy;
  // From the last WebView to the first: nodes that are added below one move the nodes after it.
  for (const { at, page } of (pages.value ?? []).toSorted((a, b) => b.at - a.at)) merged = mergePage(merged, at, page);
  const value = { ...hierarchy.value, hierarchy: merged, drafts: null };
  return lookWith(look, { hierarchy: { ...hierarchy, value }, pages });
}
