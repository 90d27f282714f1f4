// The values of options with a fixed choice.

/**
 * The companions that may run on the device; `auto` is the first that works: the service, then the one in adb's shell.
 */
export const COMPANIONS = ["auto", "service", "shell", "off"] as const;
export type Companion = (typeof COMPANIONS)[number];

/** The source of the view hierarchy; `auto` is the first one that is available. */
export const HIERARCHY_SOURCES_WANTED = ["auto", "service", "shell", "uiautomator"] as const;
export type HierarchySourceOption = (typeof HIERARCHY_SOURCES_WANTED)[number];

/** How a hierarchy that was read earlier may be used again, see `hierarchy-cache`. */
export const CACHE_POLICIES = ["exact", "tile", "ratio"] as const;
export type CachePolicy = (typeof CACHE_POLICIES)[number];

/** When detectors run: if the hierarchy has too little, always, never. */
export const VISION_MODES = ["auto", "on", "off"] as const;
export type VisionMode = (typeof VISION_MODES)[number];

/**
 * The layout of a detector's output tensors, see `vision/detectors/onnx/layouts.ts`; `auto` recognises it by their
 * shapes.
 */
export const LAYOUT_NAMES = ["center", "yolo", "end2end", "yolov9", "yolox", "detr", "rf-detr"] as const;
export type LayoutName = (typeof LAYOUT_NAMES)[number];

/** The built-in detectors, with the words about them in the options; any other word is the path of a user's module. */
export const DETECTOR_WORDS = {
  onnx: "the bundled model, or the one of --detector-model",
  "omniparser-http": "a server that you run",
  none: "nothing is seen",
} as const;
export type DetectorName = keyof typeof DETECTOR_WORDS;

/**
 * Who may use the tools that install, clear and uninstall apps: `off`, no caller; `ask`, after the user agreed;
 * `allow`, every caller.
 */
export const MANAGE_APPS = ["off", "ask", "allow"] as const;
export type ManageApps = (typeof MANAGE_APPS)[number];

/** Groups of tools that a server offers only if the options name them. */
export const TOOL_GROUPS = ["device", "app", "logs", "files", "media"] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** What happens with sensitive actions; if the user sets nothing, it depends on the kind of program that acts. */
export const GUARDS = ["off", "note", "confirm", "block"] as const;
export type GuardChoice = (typeof GUARDS)[number];

/** The longest time to wait for a target, so that the call still has time to act and to settle. */
export const MOST_PATIENCE_MS = 30_000;

/**
 * Whether `confirm_action` is offered. The guard, a policy, or a caller with `confirm` may need an agreement, unless
 * the server was started without a guard.
 */
export function offersConfirmation(options: {
  readonly guard?: GuardChoice | undefined;
  readonly guardPolicy?: string | undefined;
}): boolean {
  return options.guard !== "off" || options.guardPolicy !== undefined;
}
