/**
 * Codes of reading a screen and of parsing dumps. A part of the one table in `errors.ts`, each with the ways to
 * recover, best first.
 */
export const SCREEN_ERRORS = {
  SCREEN_OFF: ['press_key with key "wakeup" turns the screen on.'],
  DEVICE_LOCKED: ['Ask the user to unlock the phone; Fovea does not. wait_for `not "Unlock"` or a change.'],
  NOT_THIS_FORMAT: ["Check that the input is a complete dump of the kind that you named to `fovea parse`."],
  DUMP_AMBIGUOUS: [
    "An app put line breaks into the device's output, so the missing facts are unknown; observe again, or take a screenshot.",
  ],
  TRUNCATED: [
    "If the input ends in the middle, capture it or observe again; if it is larger than Fovea reads, use `screenshot` and points.",
  ],
  FACT_UNKNOWN: ["Treat the field as unknown; observe again, or take a screenshot."],
  FOCUS_UNKNOWN: ["No window had the focus; observe again when the transition is over."],
  TORN_OBSERVATION: ["The screen changed while it was read; observe again.", "wait_for what should appear."],
  HIERARCHY_UNAVAILABLE: ["Observe again when the screen is quiet.", "Use the screenshot, and points for targets."],
  HIERARCHY_MALFORMED: ["The dump was cut or broken and is not used; observe again.", "Use the screenshot."],
  HIERARCHY_NULL_ROOT: [
    "No window gave its hierarchy (transition, secure overlay); observe again.",
    "Use the screenshot, and points for targets.",
  ],
  HIERARCHY_NOT_IDLE: [
    "The screen never stopped changing; stop the animation, or use the screenshot, and points for targets.",
    "A companion can read a changing screen: `fovea doctor` shows why none runs, and `fovea setup` installs one.",
  ],
  HIERARCHY_UNSETTLED: [
    "Repeat the call with a longer timeout_ms, or tap a point (540,1200), which needs no elements.",
  ],
  WINDOW_UNREAD: [
    "An app does not answer; wait_for a change. The rest of the screen was read.",
    "Restart the app with close_app and open_app.",
  ],
  SCREEN_MOVING: [
    "The screen kept changing while it was read; if the moving part matters, wait_for what should appear.",
  ],
  UIAUTOMATION_BUSY: [
    "Another tool (Appium, Espresso, Maestro…) holds UiAutomation on the device; stop it first, then observe again.",
    "Use the screenshot, and points for targets.",
  ],
  WEBVIEW_UNREAD: [
    "Go on with the rest of the outline, or with the screenshot and points: the page of a WebView can be read only where the app is debuggable (WebView.setWebContentsDebuggingEnabled), or in Chrome.",
    "Observe again when the page has loaded; without --webview Fovea does not read it.",
  ],
  SCREENSHOT_FAILED: ["Use the outline of observe; take a screenshot again later."],
  SCREENSHOT_BLACK: [
    "The screenshot is black: a secure window or protected video. The outline of observe still works.",
  ],
  NO_FRAME_STATS: [
    "The app has drawn no frames since the last reset, or draws without HWUI; observe with frame_stats off skips these figures.",
  ],
} as const;
