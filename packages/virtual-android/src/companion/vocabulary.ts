/** The words of the protocol, in the order of its schema: bit n of a node's flags means the n-th of these. */
export const FLAGS = [
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

export const FIELDS = [
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

export type Flag = (typeof FLAGS)[number];
export type Field = (typeof FIELDS)[number];
export type NodeAction = (typeof NODE_ACTIONS)[number];
export type EventType = (typeof EVENT_TYPES)[number];
export type GlobalAction = (typeof GLOBAL_ACTIONS)[number];

export type Capability =
  | "gestures"
  | "continuedGestures"
  | "globalActions"
  | "screenshot"
  | "windowScreenshot"
  | "inputMethod"
  | "readClipboard"
  | "writeClipboard"
  | "allDisplays";
