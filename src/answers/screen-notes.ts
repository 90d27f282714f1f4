import { center } from "../base/geometry.js";
import { isActionable, type UiElement } from "../screen/element.js";
import type { FactError } from "../screen/facts.js";
import type { Observation } from "../screen/observation.js";
import { opaqueHosts } from "../vision/opaque-hosts.js";

/** A canvas that fills at least this share of its window is the main content of the screen. */
const LARGE_HOST = 0.4;
/**
 * With more touch targets outside of it, an image among controls is not a game; with more elements recognised in it,
 * refs are enough.
 */
const FEW_TARGETS = 5;

/**
 * How to continue if an app draws its screen itself, as games do: its content is in no hierarchy. Null if there is no
 * such view, or if detectors already recognise much of it.
 */
export function canvasNote({ viewHierarchy, elements, parts, screenSize }: Observation): string | null {
  if (!viewHierarchy) return null;
  const bars = new Set(elements.flatMap(({ systemBar, window }) => (systemBar ? [window] : [])));
  const host = opaqueHosts(viewHierarchy)
    .filter(({ window, share }) => !bars.has(window) && share >= LARGE_HOST)
    .sort((a, b) => b.share - a.share)[0];
  if (!host) return null;
  const isSeen = ({ sources }: UiElement) => sources.some((one) => one !== "hierarchy");
  const others = elements.filter(
    (element) => !element.systemBar && isActionable(element) && !isSeen(element) && element.node !== host.node,
  );
  const seen = elements.filter(isSeen).length;
  if (others.length >= FEW_TARGETS || seen >= FEW_TARGETS) return null;
  const ref = elements.find(({ node }) => node === host.node)?.ref ?? host.name;
  const { x, y } = center(host.bounds);
  const point = screenSize ? `${Math.round(x)},${Math.round(y)}` : "50%,50%";
  const detectors = parts.vision === undefined ? " vision: on finds things in it if a detector is set up." : "";
  return `(${ref} draws its own contents, ${seenWords(seen)} image, or marks with zoom, then points: tap ${point}, or swipe between points.${detectors})`;
}

function seenWords(seen: number): string {
  if (seen === 0) return "so they are not elements. Use";
  return `of which ${seen === 1 ? "1 thing was" : `${seen} things were`} seen. For the rest use`;
}

/**
 * Why the status and navigation bars are not among the elements although the caller asked for them; null if they are.
 */
export function missingBars({ elements, hierarchySource, systemInsets }: Observation): FactError | null {
  if (hierarchySource === "none" || elements.some(({ systemBar }) => systemBar)) return null;
  const { statusBars, navigationBars } = systemInsets ?? { statusBars: null, navigationBars: null };
  const areHidden = statusBars?.visible === false && navigationBars?.visible === false;
  const isLive = hierarchySource === "a11y-service" || hierarchySource === "a11y-shell";
  const why = areHidden
    ? "the app hides them"
    : isLive
      ? "their windows cannot be read"
      : "uiautomator reads the window in front only; a companion reads them (`fovea doctor` says why none runs)";
  return { probe: "hierarchy", code: "FACT_UNKNOWN", message: `no system bars: ${why}` };
}
