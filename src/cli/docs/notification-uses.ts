import { type EverydayUse, SCREEN } from "./everyday-use.js";

const FACTS = {
  tool: "notifications",
  group: "device",
  seen: "`dumpsys notification`, the shade in the hierarchy and the picture",
} as const;

/** Uses of the tool `notifications`, in the order of the document. */
export const NOTIFICATION_USES: readonly EverydayUse[] = [
  {
    ...FACTS,
    what: "post a test one",
    args: { post: "Fovea test", text: "Hello" },
    releases: [
      { since: 24, refused: "UNSUPPORTED_ON_DEVICE", why: "the shell posts none before Android 10" },
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
    what: "list them",
    args: {},
    releases: [
      {
        since: 24,
        runs: ["dumpsys -t 5 notification --noredact"],
        source: "NotificationManagerService.DumpFilter, NotificationRecord.dump",
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
    verdict: SCREEN,
    guard: "`privacy`, noted; `tap` and `dismiss` are judged like taps and swipes",
    undo: "none: `press_key` back",
  },
];
