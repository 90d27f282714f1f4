/** One capture of the corpus as a careful reader labels it. */
export interface LabelledCapture {
  /** The path below `corpus/`. */
  readonly file: string;
  /** A build of an app: only captures of the same build are compared in pairs. */
  readonly app: string;
  /** Captures with the same name are the same screen. */
  readonly screen: string;
  /** Why it is hard to distinguish from other captures of its app; null if it is not. */
  readonly hard: "tab" | "dialog" | "scroll" | "badge" | "record" | "state" | null;
}

/**
 * Labelled from the tree and the picture (if there is one), before any threshold was chosen. Captures that differ only
 * in words, theme, badge, scroll position, keyboard or an open panel are the same screen; with another tab, dialog or
 * record they are different screens. Captures without any element (a splash, a loading page) are left out.
 */
export const CORPUS_CAPTURES: readonly LabelledCapture[] = [
  ...captures("bridge-phone", "uiautomator-xml/bridge-", [
    ["vb_ui__96654e.xml", "main", null],
    ["vb_ui_after_force__50aaac.xml", "main", "state"],
    ["vb_ui_post_stt__77b416.xml", "main", "state"],
    ["window_dump__8ce277.xml", "main", null],
    ["window_dump_after_send__55c856.xml", "main", "state"],
    ["window_dump_after_start__951976.xml", "main", "state"],
    ["window_dump_after_stop__428026.xml", "main", "state"],
  ]),
  ...captures("bridge-tablet", "uiautomator-xml/bridge-", [
    [".tmp_ui_main__a3a007.xml", "main", null],
    ["window_dump_after_send__ac72e8.xml", "main", "state"],
    ["window_dump_runtime__2ccf77.xml", "main", null],
    ["android_window_dump__54fe06.xml", "main", "state"],
    [".tmp_ui_visual__4d6d64.xml", "visual", "state"],
    ["android_window_dump_visual__70d26e.xml", "visual", null],
    ["android_window_dump_visual_after__7f4f31.xml", "visual", "state"],
    ["android_window_dump_visual_toggle0__291045.xml", "visual", "state"],
    ["android_window_dump_visual_toggle1__6c0ddf.xml", "visual", "state"],
  ]),
  ...captures("bridge-chinese", "", [
    ["uiautomator-xml/bridge-android_window_dump_debug__6ac0d1.xml", "main", "state"],
    ["pairs/tablet-main.xml", "main", null],
    ["uiautomator-xml/bridge-temp_window_dump__74b288.xml", "visual", "state"],
    ["pairs/tablet-visual.xml", "visual", "state"],
    ["pairs/tablet-visual-expanded.xml", "visual", "state"],
    ["pairs/tablet-visual-starting.xml", "visual", "state"],
  ]),
  ...captures("xxmemory", "", [
    ["uiautomator-xml/xxmemory-ai_dialog2__45baf9.xml", "ai dialog", "dialog"],
    ["uiautomator-xml/xxmemory-dialog_check__4184f8.xml", "add dialog", "dialog"],
    ["uiautomator-xml/xxmemory-ui3__794ddd.xml", "add dialog", "dialog"],
    ["pairs/xx-dialog-keyboard.xml", "add dialog", "dialog"],
    ["uiautomator-xml/xxmemory-mumu-settings_dump__b6de58.xml", "more sheet", "dialog"],
    ["uiautomator-xml/xxmemory-mumu-review_now__20775d.xml", "review poem", "tab"],
    ["uiautomator-xml/xxmemory-ui13__513073.xml", "review front", "tab"],
    ["uiautomator-xml/xxmemory-ui11__96974c.xml", "review back", "state"],
    ["uiautomator-xml/xxmemory-ui14__7bddfe.xml", "review back", "state"],
    ["pairs/xx-review-empty.xml", "review empty", "tab"],
    ["uiautomator-xml/xxmemory-mumu-xx_memory_dump2__4e4db8.xml", "import", "tab"],
    ["uiautomator-xml/xxmemory-ui2__b430e9.xml", "import", "tab"],
    ["uiautomator-xml/xxmemory-mumu-xx_memory_dump__383ec2.xml", "home", "tab"],
    ["uiautomator-xml/xxmemory-mumu-xx_memory_ui__196895.xml", "home", "tab"],
    ["uiautomator-xml/xxmemory-ui10__b61130.xml", "home", "tab"],
    ["pairs/xx-home.xml", "home", "tab"],
    ["uiautomator-xml/xxmemory-settings_about__7adf41.xml", "settings", "scroll"],
    ["uiautomator-xml/xxmemory-ui5__d78854.xml", "settings", "scroll"],
    ["uiautomator-xml/xxmemory-ui6__87db7d.xml", "settings", "scroll"],
    ["pairs/xx-settings.xml", "settings", "scroll"],
    ["pairs/xx-stats.xml", "stats", "tab"],
  ]),
  ...captures("calendar", "pairs/mgpt-", [
    ["cal-month.xml", "month", null],
    ["cal-month-event.xml", "month", "badge"],
    ["search-month.xml", "month", null],
    ["cal-newevent-kb.xml", "new event", "state"],
    ["cal-newevent-typed.xml", "new event", "state"],
    ["search-result.xml", "search", null],
  ]),
  ...captures("qqmusic", "pairs/droidbot-", [
    ["03.json", "mine", "tab"],
    ["05.json", "hall", "tab"],
    ["12.json", "hall", "tab"],
    ["33.json", "hall", "tab"],
    ["07.json", "playlist one", "record"],
    ["09.json", "playlist two", "record"],
    ["11.json", "playlist two", "record"],
    ["13.json", "article", null],
    ["16.json", "ranking", null],
    ["17.json", "chart", "record"],
    ["19.json", "download", "state"],
    ["20.json", "feedback", "state"],
    ["21.json", "feedback form", "state"],
    ["32.json", "permission notice", "dialog"],
    ["37.json", "player lyrics", "tab"],
    ["39.json", "player", "tab"],
    ["41.json", "video", null],
    ["42.json", "artist songs", "tab"],
    ["43.json", "artist albums", "tab"],
    ["46.json", "picture", null],
    ["47.json", "sound", null],
    ["48.json", "effects all", "tab"],
    ["50.json", "effects style", "tab"],
    ["52.json", "effect", "record"],
    ["56.json", "dj effect", "record"],
    ["58.json", "share", "dialog"],
    ["59.json", "lyric poster", "state"],
    ["60.json", "lyric poster", "state"],
    ["62.json", "terms", null],
  ]),
  ...captures("webview-shell", "pairs/droidbot-", [
    ["23.json", "page one", "record"],
    ["24.json", "page two", "record"],
    ["25.json", "menu", "dialog"],
  ]),
  ...captures("deskclock", "pairs/honor-clock-", [
    ["3.xml", "alarms", null],
    ["4.xml", "new alarm", "state"],
    ["6.xml", "new alarm", "state"],
  ]),
  ...captures("notes", "", [
    ["pairs/notes-case-01.xml", "note, text", "tab"],
    ["pairs/notes-case-06.xml", "note, text", "state"],
    ["uiautomator-xml/samsung-notes-case-02-dump__e4e75a.xml", "note, pen", "tab"],
    ["pairs/notes-case-10.xml", "assist", "dialog"],
  ]),
];

/** The apps that are used to choose thresholds; the others only test the thresholds. */
export const CALIBRATED_ON: ReadonlySet<string> = new Set([
  "bridge-phone",
  "bridge-tablet",
  "bridge-chinese",
  "xxmemory",
  "calendar",
]);

type Row = readonly [file: string, screen: string, hard: LabelledCapture["hard"]];

function captures(app: string, start: string, rows: readonly Row[]): readonly LabelledCapture[] {
  return rows.map(([file, screen, hard]) => ({ file: `${start}${file}`, app, screen, hard }));
}
