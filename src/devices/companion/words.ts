/** The names of the protocol, in the order of its schema; a test compares each list with the schema. */

/** The error codes of the protocol. */
export const WIRE_ERRORS = [
  "BAD_FRAME",
  "HELLO_REQUIRED",
  "WRONG_VERSION",
  "BUSY",
  "INVALID_REQUEST",
  "UNKNOWN_METHOD",
  "CANCELLED",
  "TIMEOUT",
  "SUPPRESSED",
  "UNSUPPORTED",
  "STALE_NODE",
  "NODE_CHANGED",
  "NO_FOCUS",
  "GESTURE_CANCELLED",
  "SCREENSHOT_FAILED",
  "REPLY_TOO_LARGE",
  "INTERNAL",
] as const;
export type WireError = (typeof WIRE_ERRORS)[number];

/** Bit n of a node's flags is the n-th flag of this list. */
export const NODE_FLAGS = [
  "checkable",
  "checked",
  "partiallyChecked",
  "clickable",
  "longClickable",
  "contextClickable",
  "enabled",
  "focusable",
  "focused",
  "accessibilityFocused",
  "scrollable",
  "selected",
  "password",
  "editable",
  "visibleToUser",
  "multiLine",
  "dismissable",
  "canOpenPopup",
  "contentInvalid",
  "importantForAccessibility",
  "showingHint",
  "heading",
  "screenReaderFocusable",
  "textEntryKey",
  "textSelectable",
  "dataSensitive",
  "required",
  "masked",
] as const;
export type NodeFlag = (typeof NODE_FLAGS)[number];

/** The optional fields of a node. */
export const NODE_FIELDS = [
  "hint",
  "stateDescription",
  "error",
  "paneTitle",
  "tooltip",
  "containerTitle",
  "supplementalDescription",
  "roleDescription",
  "testTag",
  "uniqueId",
  "targetUrl",
  "inputType",
  "maxTextLength",
  "selection",
  "liveRegion",
  "range",
  "collection",
  "collectionItem",
  "expanded",
  "actions",
] as const;
export type NodeField = (typeof NODE_FIELDS)[number];

/** Actions of a node for which the framework has names. */
export const NODE_ACTIONS = [
  "focus",
  "clearFocus",
  "select",
  "clearSelection",
  "click",
  "longClick",
  "accessibilityFocus",
  "clearAccessibilityFocus",
  "nextAtGranularity",
  "previousAtGranularity",
  "nextHtmlElement",
  "previousHtmlElement",
  "scrollForward",
  "scrollBackward",
  "copy",
  "paste",
  "cut",
  "setSelection",
  "expand",
  "collapse",
  "dismiss",
  "setText",
  "showOnScreen",
  "scrollToPosition",
  "scrollUp",
  "scrollLeft",
  "scrollDown",
  "scrollRight",
  "contextClick",
  "setProgress",
  "moveWindow",
  "showTooltip",
  "hideTooltip",
  "pageUp",
  "pageDown",
  "pageLeft",
  "pageRight",
  "pressAndHold",
  "imeEnter",
  "dragStart",
  "dragDrop",
  "dragCancel",
  "showTextSuggestions",
  "scrollInDirection",
] as const;
export type NodeAction = (typeof NODE_ACTIONS)[number];

/** Actions without a node. */
export const GLOBAL_ACTIONS = [
  "back",
  "home",
  "recents",
  "notifications",
  "quickSettings",
  "powerDialog",
  "toggleSplitScreen",
  "lockScreen",
  "takeScreenshot",
  "headsetHook",
  "accessibilityAllApps",
  "dismissNotificationShade",
  "dpadUp",
  "dpadDown",
  "dpadLeft",
  "dpadRight",
  "dpadCenter",
  "menu",
  "mediaPlayPause",
] as const;
export type GlobalAction = (typeof GLOBAL_ACTIONS)[number];

/** AccessibilityEvent types by name; display and service are the companion's own. */
export const EVENT_TYPES = [
  "clicked",
  "longClicked",
  "selected",
  "focused",
  "textChanged",
  "windowState",
  "notification",
  "hoverEnter",
  "hoverExit",
  "scrolled",
  "content",
  "textSelection",
  "announcement",
  "accessibilityFocused",
  "accessibilityFocusCleared",
  "windows",
  "speechState",
  "targetedByScroll",
  "other",
  "display",
  "service",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Abilities that some hosts or Android versions do not have. */
export const CAPABILITIES = [
  "gestures",
  "continuedGestures",
  "globalActions",
  "screenshot",
  "windowScreenshot",
  "inputMethod",
  "readClipboard",
  "writeClipboard",
  "allDisplays",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** AccessibilityWindowInfo types by name. */
export const WINDOW_TYPES = [
  "unknown",
  "application",
  "inputMethod",
  "system",
  "accessibilityOverlay",
  "splitScreenDivider",
  "magnificationOverlay",
  "windowControl",
] as const;
export type WindowType = (typeof WINDOW_TYPES)[number];

/** Why a window has no tree, or only a part of it. */
export const WINDOW_ERRORS = ["NO_ROOT", "TIMEOUT", "HUNG", "FAILED"] as const;

/** The budget that left nodes out. */
export const TRUNCATIONS = ["time", "nodes", "depth"] as const;
