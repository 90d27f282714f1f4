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

/** The results of the probes of one observation; a part is absent or null if it was not requested. */
export interface ProbeResults {
  readonly device: ProbeResult<DeviceFacts>;
  readonly window: ProbeResult<WindowData>;
  readonly hierarchy: ProbeResult<HierarchyData> | null;
  readonly screenshot: ProbeResult<ScreenshotData> | null;
  /** The image that the companion made instead of a screenshot; absent if it was not asked, or gave none. */
  readonly picture?: ProbeResult<EncodedImage>;
  /** The results of the fact probes. */
  readonly facts: readonly ReportedFact[];
  /** The source of the activity in front, if it is not the source of the window facts. */
  readonly activity: ProbeResult<ActiveWindow> | null;
  /** By events: windows appeared or disappeared while the parts were taken. */
  readonly windowsMoved: boolean;
  /** Whether a kept hierarchy could be used; absent if the cache was not asked. */
  readonly cache?: CacheNote;
  /** What was read of the pages in WebViews; absent if they were not read. */
  readonly pages?: ProbeResult<readonly PageRead[]>;
  /** What detectors found; absent if they were not run. */
  readonly vision?: ProbeResult<VisionData>;
  /** Why a preferred source of the hierarchy gave nothing. */
  readonly failures: readonly FactError[];
}

/** The results, with values that are computed from them once: see assemble/parts-of.ts. */
export interface ObservationParts extends ProbeResults {
  /** The window facts: the window manager's later report in place of the first one; null without any report. */
  readonly merged: MergedWindow | null;
  /** The elements of the hierarchy, for the screen size in `merged`; empty without a hierarchy. */
  readonly hierarchyElements: readonly ElementDraft[];
  /** All fields of the observation that `facts` fill. */
  readonly fields: Partial<Observation>;
}

/** The window facts of one observation, their errors, and when the oldest fact of each group was read. */
export interface MergedWindow {
  readonly facts: WindowData;
  readonly errors: readonly FactError[];
  readonly takenAt: Readonly<Record<"window" | "keyguard" | "power", number | null>>;
}

/** Whether a kept hierarchy could be used. */
export interface CacheNote {
  readonly report: CacheReport;
  /** For a hit: the tiles of the screenshot that was taken with the kept hierarchy. */
  readonly grid: TileGrid | null;
}

/** The results of the probes that ran. */
export function resultsOf(look: ProbeResults): readonly ProbeResult<unknown>[] {
  const { device, window, hierarchy, screenshot, picture = null, facts, activity, pages = null, vision = null } = look;
  const asked = facts.map(({ result }) => result);
  const results = [device, window, hierarchy, screenshot, picture, ...asked, activity, pages, vision];
  return results.filter((result) => result !== null);
}
