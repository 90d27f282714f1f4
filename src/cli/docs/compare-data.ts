/** The source of facts about a product, and the date. */
export interface Source {
  readonly what: string;
  /** The date, as `2026-11-28`. */
  readonly read: string;
}

export const SOURCES = {
  mm: { what: "mobile-mcp 1.0.4: names of its tools, from its npm package", read: "2026-11-28" },
  mmRan: { what: "mobile-mcp 1.0.4, run against an adb that answers from recordings", read: "2026-11" },
  ad: { what: "agent-device 0.21.5: `agent-device help commands` and `help COMMAND`", read: "2026-11-28" },
  adRan: { what: "agent-device 0.21.5, run against an adb that answers from recordings", read: "2026-11" },
  mw: { what: "mobilewright 0.0.53: declarations of @mobilewright/core (Device, Screen)", read: "2026-11-28" },
  au: { what: "AutoMobile: its sources as of 2026-03-30, before 0.0.69", read: "2026-11" },
  auCi: { what: "AutoMobile: its own CI's context budget of 2026-07-30", read: "2026-11" },
  ap: { what: "appium-mcp: its sources, before 1.92.5", read: "2026-11" },
  apOwn: { what: "appium-mcp: its own audit of the list of tools", read: "2026-11" },
  ma: { what: "Maestro's MCP of 2.8: its sources", read: "2026-11" },
} as const satisfies Readonly<Record<string, Source>>;
export type SourceName = keyof typeof SOURCES;

/** What a product offers; null if unknown, which means neither yes nor no. */
export type Cell = {
  readonly value: "yes" | "partly" | "no" | string;
  readonly source: SourceName;
  readonly note?: string;
} | null;

/** What Fovea offers, with the test that checks it. */
export interface OwnCell {
  readonly value: "yes" | "partly" | "no" | string;
  readonly note?: string;
  /** Absent only if the value is no. */
  readonly test?: { readonly file: string; readonly name: string };
}

export const PEERS = ["mobile-mcp", "agent-device", "AutoMobile", "appium-mcp", "Maestro MCP", "mobilewright"] as const;
export type Peer = (typeof PEERS)[number];

export interface Row {
  readonly feature: string;
  readonly fovea: OwnCell;
  readonly peers: Readonly<Record<Peer, Cell>>;
}

const is = (value: string, source: SourceName, note?: string): Cell =>
  note === undefined ? { value, source } : { value, source, note };
const tested = (file: string, name: string, note?: string): OwnCell => ({
  value: "yes",
  test: { file, name },
  ...(note !== undefined && { note }),
});

/** The cells in the order of {@link PEERS}. */
function among(...cells: readonly [Cell, Cell, Cell, Cell, Cell, Cell]): Row["peers"] {
  const [mm, ad, au, ap, ma, mw] = cells;
  return {
    "mobile-mcp": mm,
    "agent-device": ad,
    AutoMobile: au,
    "appium-mcp": ap,
    "Maestro MCP": ma,
    mobilewright: mw,
  };
}

/** Whether three of the products list a tool with this name. */
function byName(
  mm: string,
  ad: string,
  mw: string,
  notes: { readonly mm?: string; readonly ad?: string; readonly mw?: string } = {},
): Row["peers"] {
  return among(is(mm, "mm", notes.mm), is(ad, "ad", notes.ad), null, null, null, is(mw, "mw", notes.mw));
}

export const ROWS: readonly Row[] = [
  {
    feature: "elements have short names that actions take",
    fovea: tested("tools/observe", "observe returns a header and one line per element, and an image only on request"),
    peers: among(
      is("partly", "mmRan"),
      is("yes", "ad"),
      is("yes", "au"),
      is("yes", "ap"),
      is("no", "ma"),
      is("no", "mw", "locators"),
    ),
  },
  {
    feature: "an element that moved or changed since it was read is not touched",
    fovea: tested(
      "actions/refusals",
      "tap refuses a ref that is unknown, of another boot or gone, and says which of these it is",
    ),
    peers: among(is("no", "mmRan"), is("no", "adRan"), null, is("partly", "ap"), is("partly", "ma"), null),
  },
  {
    feature: "an action is answered with what changed on the screen",
    fovea: tested("tools/tap", "tap checks a checkbox, says where it tapped, and shows the one line that changed"),
    peers: among(
      is("no", "mmRan"),
      is("yes", "ad", "with --settle"),
      is("partly", "au"),
      is("no", "ap"),
      is("no", "ma"),
      null,
    ),
  },
  {
    feature: "typed text is read back",
    fovea: tested("tools/type-text", "type_text types exactly the text into the named field, and the answer shows it"),
    peers: among(is("no", "mmRan"), is("partly", "ad"), null, is("no", "ap"), is("no", "ma"), null),
  },
  {
    feature: "several steps in one call",
    fovea: tested("tools/batch", "batch refuses invalid steps before the first one is done"),
    peers: among(is("yes", "mm"), is("yes", "ad"), is("partly", "au"), is("partly", "ap"), is("yes", "ma"), null),
  },
  {
    feature: "only the matching elements, instead of the whole screen",
    fovea: tested("tools/find", "find shows only the matches, with their bounds and containers"),
    peers: among(is("no", "mm"), is("yes", "ad"), is("partly", "au"), is("yes", "ap"), is("no", "ma"), is("yes", "mw")),
  },
  {
    feature: "scrolls until an element is there, and reports which ends it reached",
    fovea: tested(
      "tools/scroll-to",
      "scroll_to scrolls an element into view, and does not touch the screen where it is already visible",
    ),
    peers: among(is("no", "mm"), is("partly", "ad", "to an edge"), null, is("yes", "ap"), null, is("no", "mw")),
  },
  {
    feature: "clipboard",
    fovea: tested(
      "tools/clipboard",
      "clipboard sets a text and reads it back, and the text is in no history",
      "needs the companion",
    ),
    peers: byName("yes", "yes", "no"),
  },
  {
    feature: "permissions of an app: list, grant, revoke, reset",
    fovea: tested(
      "tools/permissions",
      "permissions that the app does not request, missing apps and protected apps are refused before any change",
    ),
    peers: byName("no", "partly", "no", { ad: "no list" }),
  },
  {
    feature: "orientation",
    fovea: tested("tools/orientation", "orientation rotates the screen, which is rotated back when the server ends"),
    peers: byName("yes", "yes", "yes"),
  },
  {
    feature: "size, density, fonts, dark theme, animations, time zone",
    fovea: tested("tools/display", "display changes settings, other probes show them, and all of them are restored"),
    peers: byName("no", "partly", "partly", { ad: "theme, animations", mw: "animations" }),
  },
  {
    feature: "changes of the device are restored at the end, also after a crash",
    fovea: tested(
      "server/killed-serve",
      "a server restores its device changes when it ends, and after a kill the next command does",
    ),
    peers: among(null, null, null, null, null, is("no", "mw", "animations stay as they were set")),
  },
  {
    feature: "location, and a route",
    fovea: tested(
      "tools/location",
      "location sets a place, travels a route, and returns to the device's own location when the server ends",
      "from Android 13 on",
    ),
    peers: byName("partly", "partly", "no", { mm: "a place", ad: "a place" }),
  },
  {
    feature: "airplane mode, Wi-Fi, mobile data",
    fovea: tested(
      "tools/network",
      "network turns radios off and on, other probes show it, and they are restored at the end",
    ),
    peers: byName("no", "partly", "no", { ad: "no mobile data" }),
  },
  {
    feature: "log of the device or of an app",
    fovea: tested("tools/logs", "logs filters by level, pattern and app, up to a limit, and redacts text"),
    peers: byName("yes", "yes", "no"),
  },
  {
    feature: "earlier crashes and hangs of Android apps",
    fovea: tested("tools/crashes", "crashes reports a crash with its stack, even later, and by app"),
    peers: byName("yes", "no", "no", { ad: "only of Apple devices" }),
  },
  {
    feature: "video of the screen",
    fovea: tested(
      "tools/record-screen",
      "record_screen records between two calls, saves one video, and leaves nothing on the device",
    ),
    peers: byName("yes", "yes", "yes"),
  },
  {
    feature: "files to the device and from it",
    fovea: tested("tools/files", "files reads and writes only allowed folders, on the device and on the host"),
    peers: byName("no", "no", "no"),
  },
  {
    feature: "notifications: list, tap, dismiss, post",
    fovea: tested(
      "tools/notifications",
      "notifications posts, lists and dismisses a test notification, and the device no longer lists it",
    ),
    peers: byName("no", "partly", "no", { ad: "push to an app" }),
  },
  {
    feature: "facts about an app: version, flags, permissions, size",
    fovea: tested("tools/app-info", "app_info distinguishes an app that is not running from one that is not installed"),
    peers: byName("no", "no", "no"),
  },
  {
    feature: "frames, memory, CPU of an app; start time",
    fovea: tested("tools/performance", "performance ends and starts an app, and reports the device's start time"),
    peers: byName("no", "partly", "no", { ad: "no start time" }),
  },
  {
    feature: "profiles of the CPU (simpleperf, Perfetto)",
    fovea: { value: "no" },
    peers: byName("no", "yes", "no"),
  },
  {
    feature: "fingerprint of emulators",
    fovea: tested(
      "tools/biometrics",
      "biometrics touches an emulator's sensor, and the device reports whether the finger was accepted",
    ),
    peers: byName("no", "yes", "no"),
  },
  {
    feature: "boots and stops emulators",
    fovea: tested("tools/emulator", "emulator lists an SDK's virtual device, boots it until it is ready, and stops it"),
    peers: byName("no", "yes", "no"),
  },
  {
    feature: "iOS",
    fovea: { value: "no" },
    peers: among(is("yes", "mm"), is("yes", "ad"), is("yes", "au"), is("yes", "ap"), is("yes", "ma"), is("yes", "mw")),
  },
  {
    feature: "elements detected in the screenshot, in the same list",
    fovea: tested(
      "observe/vision",
      "where the hierarchy is opaque, detectors run by themselves, and their elements can be touched by ref",
    ),
    peers: among(is("no", "mmRan"), is("no", "adRan"), is("no", "au"), is("no", "ap"), is("no", "ma"), null),
  },
  {
    feature: "asks a person before it sends, deletes, pays or installs",
    fovea: tested(
      "server/guard/guard",
      "guard block lets no sensitive action pass, and guard note lets all pass; each has a log line",
    ),
    peers: among(null, null, null, null, null, null),
  },
  {
    feature: "the whole list of tools, in tokens (o200k)",
    fovea: {
      value: "at most 3,000",
      test: {
        file: "bench/tokens",
        name: "the tool lists are counted and checked against their budgets without a corpus",
      },
    },
    peers: among(
      is("6,045", "mmRan"),
      is("48,910", "adRan"),
      is("8,465 core", "auCi"),
      is("10,100", "apOwn", "about"),
      null,
      null,
    ),
  },
];
