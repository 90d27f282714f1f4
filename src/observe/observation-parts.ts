import type { DeviceFacts } from "../devices/device.js";
import type { ElementDraft } from "../screen/element.js";
import type { ActiveWindow, FactError } from "../screen/facts.js";
import type { CacheReport, Observation } from "../screen/observation.js";
import type { TileGrid } from "../screen/tiles.js";
import type { EncodedImage } from "../vision/image.js";
import type { ReportedFact } from "./fact-probe.js";
import type { ProbeResult } from "./probe.js";
import type { HierarchyData } from "./probes/hierarchy.js";
import type { ScreenshotData } from "./probes/screenshot.js";
import type { VisionData } from "./probes/vision.js";
import type { WindowData } from "./probes/window.js";
import type { PageRead } from "./webview/read-pages.js";

/** The results of the probes of one observation; absent parts were not asked for. */
export interface ProbeResults {
  readonly device: ProbeResult<DeviceFacts>;
  readonly window: ProbeResult<WindowData>;
  readonly hierarchy: ProbeResult<HierarchyData> | null;
  readonly screenshot: ProbeResult<ScreenshotData> | null;
  /** What the companion made in its place; absent if it was not asked, or gave none. */
  readonly picture?: ProbeResult<EncodedImage>;
  /** What was asked beside these. */
  readonly facts: readonly ReportedFact[];
  /** The source of the activity in front, where it is not the source of the window facts. */
  readonly activity: ProbeResult<ActiveWindow> | null;
  /** By events: windows appeared or disappeared while the parts were taken. */
  readonly windowsMoved: boolean;
  /** The outcome of the question for a kept tree; absent if it was not asked. */
  readonly cache?: CacheNote;
  /** What was read of the pages of WebViews; absent if they were not asked. */
  readonly pages?: ProbeResult<readonly PageRead[]>;
  /** What detectors saw; absent if they were not asked. */
  readonly vision?: ProbeResult<VisionData>;
  /** Why a source that goes before the one that was used gave nothing. */
  readonly failures: readonly FactError[];
}

/** The same with what follows from it, which is worked out once: see assemble/parts-of.ts. */
export interface ObservationParts extends ProbeResults {
  /** The window facts, the window manager's later word in place of the first one; null if neither came. */
  readonly merged: MergedWindow | null;
  /** The elements of the tree on a screen of the size that `merged` says; none without a tree. */
  readonly treeElements: readonly ElementDraft[];
  /** All fields of the observation that `facts` fill. */
  readonly fields: Partial<Observation>;
}

/** The window facts of one observation, their errors, and performance.now() of the oldest among each group. */
export interface MergedWindow {
  readonly facts: WindowData;
  readonly errors: readonly FactError[];
  readonly takenAt: Readonly<Record<"window" | "keyguard" | "power", number | null>>;
}

/** The outcome of the question for a kept tree. */
export interface CacheNote {
  readonly report: CacheReport;
  /** For a hit: of the picture that the tree was read under. */
  readonly grid: TileGrid | null;
}

/** The results of the probes that ran. */
export function resultsOf(look: ProbeResults): readonly ProbeResult<unknown>[] {
  const { device, window, hierarchy, screenshot, picture = null, facts, activity, pages = null, vision = null } = look;
  const asked = facts.map(({ result }) => result);
  const results = [device, window, hierarchy, screenshot, picture, ...asked, activity, pages, vision];
  return results.filter((result) => result !== null);
}
