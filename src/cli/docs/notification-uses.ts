import { ACTED, type EverydayUse } from "./everyday-use.js";

const FACTS = {
  tool: "notifications",
  group: "device",
  seen: "`dumpsys notification`, the shade in the hierarchy and the screenshot",
} as const;

/** Uses of the tool `notifications`, in the order of the document. */
export const NOTIFICATION_USES: readonly EverydayUse[] = [
  {
    ...FACTS,
    what: "post a test notification",
    args: { post: "Fovea test", text: "Hello" },
    releases: [
      { since: 24, refused: "UNSUPPORTED_ON_DEVICE", why: "the shell posts no notifications before Android 10" },
      {
        since: 29,
        runs: ["cmd notification post -t Fovea test fovea-64c73ca0f751 Hello"],
        source: "NotificationShellCmd.onCommand",
      },
    ],
    verdict: "`confirmed` once `dumpsys notification` lists it, else STATE_REFUSED",
    guard: "none",
    undo: "none: `dismiss`",
  },
  {
    ...FACTS,
    what: "list the notifications",
    args: {},
    releases: [
      {
        since: 24,
        runs: ["dumpsys -t 5 notification --noredact"],
        source:
          "NotificationManagerService.DumpFilter, NotificationRecord.dump; if the dump lists several notifications, `--proto` (dumpProto, since Android 8) shows which are genuine",
      },
    ],
    verdict: "none: it only reads",
    guard: "none",
    undo: "none needed",
  },
  {
    ...FACTS,
    what: "open the shade",
    args: { open: true },
    releases: [
      {
        since: 24,
        runs: ["cmd statusbar expand-notifications"],
        source: "StatusBarShellCommand.runExpandNotifications",
      },
    ],
    verdict: ACTED,
    guard: "`privacy`, noted",
    undo: "none: `press_key` back",
  },
  {
    ...FACTS,
    what: "dismiss a notification",
    args: { dismiss: "Fovea test" },
    releases: [
      {
        since: 24,
        refused: "NOTIFICATION_NOT_FOUND",
        why: "before Android 10 the shell cannot post the notification of this example",
      },
      { since: 29, runs: ["cmd statusbar expand-notifications"], source: "as for opening the shade; then a swipe" },
    ],
    verdict: ACTED,
    guard: "as for a swipe",
    undo: "none",
  },
  {
    ...FACTS,
    what: "tap a notification",
    first: { post: "Fovea test", text: "Hello" },
    args: { tap: "Fovea test" },
    releases: [
      {
        since: 24,
        refused: "NOTIFICATION_NOT_FOUND",
        why: "before Android 10 the shell cannot post the notification of this example",
      },
      { since: 29, runs: ["cmd statusbar expand-notifications"], source: "as for opening the shade; then a tap" },
    ],
    verdict: ACTED,
    guard: "as for a tap",
    undo: "none",
  },
];
