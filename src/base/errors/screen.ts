/**
 * Codes of reading a screen and what is read as dumps. A part of the one table in `errors.ts`: each with the ways to
 * recover, best first.
 */
export const SCREEN_ERRORS = {
  SCREEN_OFF: ['press_key with key "wakeup" turns the screen on.'],
  DEVICE_LOCKED: [
    'Ask the user to unlock the phone; Fovea does not. wait_for `not "Unlock"` or a change tells when it is.',
  ],
  NOT_THIS_FORMAT: ["Check that the input is the kind of dump that `fovea parse` was given, and complete."],
  DUMP_AMBIGUOUS: [
    "An app wrote lines into the device's words: what is missing is unknown; observe again, or take a screenshot.",
  ],
  TRUNCATED: [
    "Capture it again, or observe again, where the input ends in the middle; for what is larger than is read, `screenshot` and points.",
  ],
  FACT_UNKNOWN: ["Treat the field as unknown; observe again, or take a screenshot."],
  FOCUS_UNKNOWN: ["No window had the focus; observe again when the transition is over."],
  TORN_OBSERVATION: ["The screen changed while it was read; observe again.", "wait_for it to come to rest first."],
  HIERARCHY_UNAVAILABLE: ["Observe again when the screen is quiet.", "Use the screenshot, and points for targets."],
  HIERARCHY_MALFORMED: ["The dump was cut or broken and is not used; observe again.", "Use the screenshot."],
  HIERARCHY_NULL_ROOT: [
    "No window gave its hierarchy (transition, secure overlay); observe again.",
    "Use the screenshot, and points for targets.",
  ],
  HIERARCHY_NOT_IDLE: [
    "The screen never stopped changing; stop the animation, or use the screenshot, and points for targets.",
    "A companion reads a moving screen, too: `fovea doctor` says why no companion runs, and `fovea setup` installs one.",
  ],
  HIERARCHY_UNSETTLED: ["Repeat the call with a longer timeout_ms, or tap a point (540,1200): it needs no elements."],
  WINDOW_UNREAD: [
    "An app does not answer; wait_for it. What else is on the screen was read.",
    "close_app it, and open_app it again.",
  ],
  SCREEN_MOVING: ["The screen kept changing while it was read; wait_for it to come to rest if what moves matters."],
  UIAUTOMATION_BUSY: [
    "Another tool (Appium, Espresso, Maestro…) holds UiAutomation on the device; stop it first, then observe again.",
    "Use the screenshot, and points for targets.",
  ],
  SCREENSHOT_FAILED: ["Use the outline of observe; take a screenshot again later."],
  SCREENSHOT_BLACK: [
    "The screenshot is black: a secure window or protected video. The outline of observe still works.",
  ],
  NO_FRAME_STATS: [
    "The app has drawn no frames since the last reset, or draws without HWUI; observe goes without, with frame_stats off.",
  ],
} as const;
