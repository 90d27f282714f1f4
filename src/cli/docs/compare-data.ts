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
    fovea: tested(
      "tools/observe",
      "the screen comes as a header and one line per element, with a picture only if asked for",
    ),
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
      "a ref that was never given, is of another boot or is gone is refused with what it was",
    ),
    peers: among(is("no", "mmRan"), is("no", "adRan"), null, is("partly", "ap"), is("partly", "ma"), null),
  },
  {
    feature: "an action is answered with what changed on the screen",
    fovea: tested("tools/tap", "a tap on a checkbox checks it, says where, and names the one line that changed"),
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
    fovea: tested("tools/type-text", "exactly the text goes into the named field, and the answer shows it there"),
    peers: among(is("no", "mmRan"), is("partly", "ad"), null, is("no", "ap"), is("no", "ma"), null),
  },
  {
    feature: "several steps in one call",
    fovea: tested("tools/batch", "invalid steps are refused before the first is done"),
    peers: among(is("yes", "mm"), is("yes", "ad"), is("partly", "au"), is("partly", "ap"), is("yes", "ma"), null),
  },
  {
    feature: "only the matching elements, instead of the whole screen",
    fovea: tested("tools/find", "find shows the matches with their bounds and containers, and nothing else"),
    peers: among(is("no", "mm"), is("yes", "ad"), is("partly", "au"), is("yes", "ap"), is("no", "ma"), is("yes", "mw")),
  },
  {
    feature: "scrolls until an element is there, and reports which ends it reached",
    fovea: tested(
      "tools/scroll-to",
      "scroll_to brings an element on to the screen, and touches nothing if it is already there",
    ),
    peers: among(is("no", "mm"), is("partly", "ad", "to an edge"), null, is("yes", "ap"), null, is("no", "mw")),
  },
  {
    feature: "clipboard",
    fovea: tested(
      "tools/clipboard",
      "a text is put on the clipboard and read again, and is in no history",
      "needs the companion",
    ),
    peers: byName("yes", "yes", "no"),
  },
  {
    feature: "permissions of an app: list, give, take, reset",
    fovea: tested(
      "tools/permissions",
      "permissions that the app does not ask for, missing apps and protected apps are refused before anything is changed",
    ),
    peers: byName("no", "partly", "no", { ad: "no list" }),
  },
  {
    feature: "orientation",
    fovea: tested("tools/orientation", "the screen turns, and turns back when the server ends"),
    peers: byName("yes", "yes", "yes"),
  },
  {
    feature: "size, density, fonts, dark theme, animations, time zone",
    fovea: tested("tools/display", "the display changes, other probes see it, and all of it is restored"),
    peers: byName("no", "partly", "partly", { ad: "theme, animations", mw: "animations" }),
  },
  {
    feature: "what was changed on the device is restored at the end, also after a crash",
    fovea: tested(
      "server/killed-serve",
      "a server restores what it changed when it ends, and the next command does so after a kill",
    ),
    peers: among(null, null, null, null, null, is("no", "mw", "animations stay as they were set")),
  },
  {
    feature: "location, and a route",
    fovea: tested(
      "tools/location",
      "the device gets a location, travels a route, and uses its own location again when the server ends",
      "from Android 13 on",
    ),
    peers: byName("partly", "partly", "no", { mm: "a place", ad: "a place" }),
  },
  {
    feature: "airplane mode, Wi-Fi, mobile data",
    fovea: tested("tools/network", "radios go off and on, other probes see it, and they are restored at the end"),
    peers: byName("no", "partly", "no", { ad: "no mobile data" }),
  },
  {
    feature: "log of the device or of an app",
    fovea: tested("tools/logs", "the log is read by level, pattern and app, up to a limit, and without redacted words"),
    peers: byName("yes", "yes", "no"),
  },
  {
    feature: "crashes and hangs of Android apps, also afterwards",
    fovea: tested("tools/crashes", "a crash is reported with its stack, also afterwards, and by app"),
    peers: byName("yes", "no", "no", { ad: "Apple's alone" }),
  },
  {
    feature: "video of the screen",
    fovea: tested(
      "tools/record-screen",
      "a video of the screen is recorded between two calls, saved once, and leaves nothing on the device",
    ),
    peers: byName("yes", "yes", "yes"),
  },
  {
    feature: "files to the device and from it",
    fovea: tested("tools/files", "only allowed folders are read and written, on either side"),
    peers: byName("no", "no", "no"),
  },
  {
    feature: "notifications: list, tap, dismiss, post",
    fovea: tested(
      "tools/notifications",
      "a test notification is posted, listed, dismissed, and the device does not list it any more",
    ),
    peers: byName("no", "partly", "no", { ad: "push to an app" }),
  },
  {
    feature: "facts about an app: version, flags, permissions, size",
    fovea: tested("tools/app-info", "an app that does not run, and one that is not installed, are distinguished"),
    peers: byName("no", "no", "no"),
  },
  {
    feature: "frames, memory, CPU of an app; start time",
    fovea: tested("tools/performance", "an app is ended and started again, and the device says how long it took"),
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
      "a finger is laid on the sensor of an emulator, and the device reports whether it was accepted",
    ),
    peers: byName("no", "yes", "no"),
  },
  {
    feature: "boots and stops emulators",
    fovea: tested("tools/emulator", "a virtual device of the SDK is listed, booted until it is ready, and stopped"),
    peers: byName("no", "yes", "no"),
  },
  {
    feature: "iOS",
    fovea: { value: "no" },
    peers: among(is("yes", "mm"), is("yes", "ad"), is("yes", "au"), is("yes", "ap"), is("yes", "ma"), is("yes", "mw")),
  },
  {
    feature: "elements seen in the picture, in the same list",
    fovea: tested(
      "observe/vision",
      "where the hierarchy is opaque, detectors run by themselves, and what they see can be touched by ref",
    ),
    peers: among(is("no", "mmRan"), is("no", "adRan"), is("no", "au"), is("no", "ap"), is("no", "ma"), null),
  },
  {
    feature: "asks a person before it sends, deletes, pays or installs",
    fovea: tested("server/guard/guard", "with block no sensitive action passes, with note all pass, each with a line"),
    peers: among(null, null, null, null, null, null),
  },
  {
    feature: "the whole list of tools, in tokens (o200k)",
    fovea: {
      value: "at most 3,000",
      test: {
        file: "bench/tokens",
        name: "the tool lists are counted and held to their budgets without a corpus, too",
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
