import { ACTED, type EverydayUse } from "./everyday-use.js";

/** Uses of default tools for everyday purposes, like those of the groups. */
export const SCROLL_USES: readonly EverydayUse[] = [
  {
    tool: "scroll_to",
    group: null,
    what: "scroll until an element is on the screen",
    args: { target: 'checkbox "I agree to the terms"' },
    releases: [
      {
        since: 24,
        runs: ["input swipe ", "uiautomator dump "],
        source: "com.android.commands.input.Input; DumpCommand",
      },
      {
        since: 31,
        runs: ["cmd input motionevent DOWN ", "cmd input motionevent MOVE ", "cmd input motionevent UP "],
        source: "InputShellCommand: `cmd input` starts no new process; the finger stops before it is lifted",
      },
    ],
    companion: [{ since: 24, asks: "gesture" }],
    seen: "the element in the hierarchy and the screenshot, `dumpsys gfxinfo`",
    verdict: `${ACTED}; ELEMENT_NOT_FOUND once both ends are reached, or after \`most_swipes\``,
    guard: "none",
    undo: "none: `scroll_to` the earlier place",
  },
  {
    tool: "swipe",
    group: null,
    what: "scroll by a swipe, and learn whether more follows",
    args: { direction: "down" },
    releases: [{ since: 24, runs: ["input swipe "], source: "com.android.commands.input.Input" }],
    companion: [{ since: 24, asks: "gesture" }],
    seen: "the rows in the hierarchy and the screenshot",
    verdict: `${ACTED}; a line says whether more follows, whether the end is reached, and whether rows were skipped`,
    guard: "none; if the swipe may dismiss an element, as for that element",
    undo: "none: `swipe` back",
  },
];

/** Uses that open links, and apps by their labels. */
export const OPENING_USES: readonly EverydayUse[] = [
  {
    tool: "open_url",
    group: null,
    what: "open a link, and say which app took it",
    args: { url: "https://example.org/" },
    releases: [
      {
        since: 24,
        runs: ["am start -W -a android.intent.action.VIEW -d https://example.org/"],
        source: "com.android.commands.am.Am (24), ActivityManagerShellCommand.runStartActivity (26 on)",
      },
      {
        since: 31,
        runs: [
          "am start -W -a android.intent.action.VIEW -d https://example.org/",
          "pm get-app-links --user 0 com.fovea.browser",
        ],
        source:
          "ActivityManagerShellCommand.runStartActivity; PackageManagerShellCommand.runGetAppLinks: whether the host is verified (autoVerify)",
      },
    ],
    seen: "`dumpsys activity`, the app on the screen",
    verdict: `${ACTED}; URL_NOT_ALLOWED for schemes other than http, https and those of \`--allow-url-scheme\``,
    guard: "`link`, noted",
    undo: "none: `press_key` back",
  },
  {
    tool: "list_apps",
    group: null,
    what: "apps that were used last, with their labels",
    args: { recent: true },
    releases: [
      {
        since: 24,
        runs: ["dumpsys -t 5 activity -a recents", "cmd package query-activities"],
        source: "RecentTasks.dump; the labels are read from each app's resource table",
      },
    ],
    seen: "the launcher, the list of recent apps",
    verdict: "none: it only reads",
    guard: "none",
    undo: "none needed",
  },
  {
    tool: "open_app",
    group: null,
    what: "open an app by its label",
    args: { package: "Sign up" },
    releases: [
      {
        since: 24,
        runs: ["cmd package query-activities", "am start -W -a android.intent.action.MAIN"],
        source: "PackageManagerShellCommand.runQueryIntentActivities (24 on); then as for `open_url`",
      },
    ],
    seen: "`dumpsys activity`, the app on the screen",
    verdict: `${ACTED}; APP_NOT_FOUND if no app has this name, or more than one`,
    guard: "none",
    undo: "none: `press_key` back",
  },
];
