// The values of options with a fixed choice.

/** What may run on the device for Fovea; `auto` is the first of them that can: the service, then the shell's. */
export const COMPANIONS = ["auto", "service", "shell", "off"] as const;
export type Companion = (typeof COMPANIONS)[number];

/** Where the view hierarchy is to come from; `auto` is the first of them that is there. */
export const HIERARCHY_SOURCES_WANTED = ["auto", "service", "shell", "uiautomator"] as const;
export type HierarchySourceOption = (typeof HIERARCHY_SOURCES_WANTED)[number];

/** What lets a tree be given that was read before, see `hierarchy-cache`. */
export const CACHE_POLICIES = ["exact", "tile", "ratio"] as const;
export type CachePolicy = (typeof CACHE_POLICIES)[number];

/** When detectors run: where the hierarchy has too little, always, never. */
export const VISION_MODES = ["auto", "on", "off"] as const;
export type VisionMode = (typeof VISION_MODES)[number];

/**
 * How a detector's output tensors are read, see `vision/detectors/onnx/layouts.ts`; `auto` recognises it by their
 * shapes.
 */
export const LAYOUT_NAMES = ["center", "yolo", "end2end", "yolov9", "yolox", "detr", "rf-detr"] as const;
export type LayoutName = (typeof LAYOUT_NAMES)[number];

/**
 * The detectors in the box, each with what the options say of it; any other word is the path of a module of the user's.
 */
export const DETECTOR_WORDS = {
  onnx: "the bundled model, or the one of --detector-model",
  "omniparser-http": "a server that you run",
  none: "nothing is seen",
} as const;
export type DetectorName = keyof typeof DETECTOR_WORDS;

/**
 * Who decides on each use of the tools that install, empty and uninstall apps: nobody can, the user is asked, nobody
 * is.
 */
export const MANAGE_APPS = ["off", "ask", "allow"] as const;
export type ManageApps = (typeof MANAGE_APPS)[number];

/** Groups of tools that a server offers only where they are asked for. */
export const TOOL_GROUPS = ["device", "app", "logs", "files", "media"] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** What is done about sensitive actions; if the user set nothing, it depends on where the actions come from. */
export const GUARDS = ["off", "note", "confirm", "block"] as const;
export type GuardChoice = (typeof GUARDS)[number];

/** The longest that a target may be waited for, so that the call still has the time to act and to settle. */
export const MOST_PATIENCE_MS = 30_000;

/**
 * Whether `confirm_action` is offered: the guard, a policy, or the caller of an action with `confirm` may want
 * somebody's word, except where a server is started without a guard.
 */
export function offersConfirmation(options: {
  readonly guard?: GuardChoice | undefined;
  readonly guardPolicy?: string | undefined;
}): boolean {
  return options.guard !== "off" || options.guardPolicy !== undefined;
}
