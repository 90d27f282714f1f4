/**
 * Codes of targets, actions, typing, and apps that are opened or ended. A part of the one table in `errors.ts`, each
 * with the ways to recover, best first.
 */
export const ACTION_ERRORS = {
  INVALID_ARGUMENT: ["Correct the argument as the message says; tools/list has the arguments of each tool."],
  SELECTOR_SYNTAX: [
    'Write a ref of observe (e12), a selector (button "Save"), a point (540,1200) or a share of the screen (50%,62%).',
  ],
  COMMAND_UNCLEAR: [
    'Ask for one action: tap …, type "…" in …, drag … to …, scroll down in …, go back, open …; with names in quotes.',
    "Call the tool for the action itself: tap, type_text, swipe, drag, press_key, open_app.",
  ],
  REF_STALE: ["Call observe and use a ref from its answer.", "Name the element by a selector; find checks a selector."],
  REF_CHANGED: ["Call observe. If the element is still what you want, use its new ref."],
  ELEMENT_NOT_FOUND: [
    "Call observe to see what is on the screen, or find with other words.",
    "Call wait_for if it may appear later; swipe if it is outside the screen.",
  ],
  AMBIGUOUS_TARGET: ["Use one of the refs listed, or narrow the selector; find shows what contains each of them."],
  TARGET_UNREACHABLE: [
    "Scroll or close what covers the element (swipe, press_key back), observe, and try again.",
    "Call wait_for until nothing covers the element.",
  ],
  TARGET_DISABLED: [
    "First do what enables the element; observe shows the whole screen.",
    "wait_for the element with `enabled`.",
  ],
  FOCUS_LOST: ["Observe: part of the action was done. Go on from the screen as it is now."],
  TOUCH_MISSED: ["Something else was touched: undo that first (press_key back), then observe and go on from there."],
  TOUCH_UNCERTAIN: [
    "Look at what the screen shows now: an earlier step may have touched something else. Undo that first (press_key back).",
    "If the touch did what was meant, call batch with the remaining steps.",
  ],
  TEXT_MISPLACED: [
    "Look at what the fields show now, or observe: clear the field that got the text (type_text with clear), then type again.",
  ],
  TEXT_UNSUPPORTED: [
    "A companion types any text, `input` printable ASCII only: `fovea doctor` says why no companion runs, and `fovea setup` installs one.",
    "Leave these characters out and call type_text again.",
  ],
  NO_TEXT_FIELD: ["Tap a text field first, or pass it as `target` of type_text."],
  OTHER_DISPLAY: [
    "Send keys (press_key, focus): they go to the display that has the focus. press_key with key home goes back to the first display.",
    "`fovea setup` installs a companion, which touches other displays, too, and reads them from Android 11 on.",
  ],
  UNSUPPORTED_ON_DEVICE: [
    "Use the alternative that the message names. A companion lifts most limits: `fovea doctor` says why no companion runs, and `fovea setup` installs one.",
  ],
  INPUT_REFUSED: [
    'Turn on "USB debugging (Security settings)" or disable permission monitoring in developer options; then observe and repeat the call.',
    "`fovea setup` installs a service that needs no such switch.",
  ],
  GESTURE_CANCELLED: ["A touch or another gesture ended it midway; observe before trying again."],
  PERMISSION_NOT_REQUESTED: ["Call permissions with the package alone: it lists what the app asks for."],
  SETTING_NOT_ALLOWED: [
    "Use one of the settings that docs/tools.md lists for the tool settings.",
    "Only the user may restart the server with --allow-setting.",
  ],
  URL_NOT_ALLOWED: ["Use an http or https address in open_url.", "Restart the server with --allow-url-scheme."],
  APP_NOT_FOUND: ["Call list_apps for the package ids on the device."],
  APP_NOT_LAUNCHED: ["Observe to see what is in front.", "Call open_app without `activity`."],
  ACTION_BLOCKED: [
    "Do not try to reach the same result in another way: ask the user to do it on the phone, and observe what they did.",
    "Only the user may restart the server with --guard-allow or another --guard-policy.",
  ],
  CONFIRMATION_REQUIRED: [
    "Ask the user. This program cannot ask anyone; only the user may start it with --guard note or --guard-allow.",
  ],
  CONSENT_IMPOSSIBLE: [
    "Ask the user to do it (`fovea install`, `fovea clear`, `fovea uninstall`), or to use a client that can ask (MCP elicitation).",
    "Only the user may restart the server with --manage-apps allow, which does not ask.",
  ],
  CONSENT_REFUSED: [
    "Do not repeat the call: the user did not agree. Ask what to do instead, or observe and go on without this action.",
  ],
  CONSENT_STALE: [
    "Observe, and call the tool again from the beginning: the user is then asked about what it would do now.",
  ],
  APP_CHANGE_REFUSED: ["Read what Android says in the message; list_apps shows what is installed."],
  APP_CHANGE_UNPROVEN: [
    "Check the device: list_apps shows the installed apps; open_app and observe show the app's data.",
  ],
  EXPECTATION_FAILED: ["Read what the screen shows instead; if the expected result may come later, call wait_for."],
  WAIT_TIMEOUT: ["Observe to see the screen as it is, or wait longer with timeout_ms of wait_for."],
  PATH_NOT_ALLOWED: ["Use a file name without folders; files go to the folder of --output-dir."],
} as const;
