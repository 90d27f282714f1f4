import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isFoveaError } from "../../../src/base/errors.js";
import { isEmpty, type Rect } from "../../../src/base/geometry.js";
import { parseHierarchy } from "../../../src/observe/parse/hierarchy.js";
import { decodeText } from "../../../src/observe/parse/text.js";
import { type UiNode, viewHierarchySchema } from "../../../src/screen/hierarchy.js";
import { simpleName } from "../../../src/screen/role.js";
import { corpusTest, indexedFiles, readCorpus } from "../../support/corpus.js";

/**
 * What a careful reader counts in each file: rotation, number of roots, bounds of the first of them, packages, nodes,
 * levels, clickable and scrollable nodes, the class with the focus, password fields, NAF marks, nodes without area.
 */
const FACTS = `
pairs/honor-clock-1.xml | 0 | 5 | [0,0][1080,108] [1002,108][1080,2400] [0,0][1080,2400] | com.android.systemui,com.hihonor.android.launcher,gesture | 93 | 14 | 30 | 1 | none | 0 | 0 | 0
pairs/honor-clock-3.xml | 0 | 5 | [0,0][1080,108] [1002,108][1080,2400] [0,108][78,2400] | com.android.systemui,com.hihonor.deskclock,gesture | 107 | 15 | 13 | 0 | none | 0 | 5 | 0
pairs/honor-clock-4.xml | 0 | 5 | [0,0][1080,108] [1002,108][1080,2400] [0,108][78,2400] | com.android.systemui,com.hihonor.deskclock,gesture | 140 | 17 | 19 | 0 | none | 0 | 7 | 0
pairs/honor-clock-6.xml | 0 | 5 | [0,0][1080,2400] [0,0][1080,108] [1002,108][1080,2400] | com.android.systemui,com.hihonor.deskclock,gesture | 140 | 17 | 19 | 0 | none | 0 | 7 | 0
pairs/mgpt-cal-month-event.xml | - | 1 | [0,0][1080,2400] | - | 65 | 11 | 50 | 1 | none | 0 | 44 | 0
pairs/mgpt-cal-month.xml | - | 1 | [0,0][1080,2400] | - | 65 | 11 | 50 | 1 | none | 0 | 44 | 0
pairs/mgpt-cal-newevent-kb.xml | - | 1 | [0,0][1080,2400] | - | 28 | 8 | 13 | 1 | none | 0 | 1 | 0
pairs/mgpt-cal-newevent-typed.xml | - | 1 | [0,0][1080,2400] | - | 28 | 8 | 13 | 1 | none | 0 | 1 | 0
pairs/mgpt-search-month.xml | - | 1 | [0,0][1080,2400] | - | 65 | 11 | 50 | 1 | none | 0 | 44 | 0
pairs/mgpt-search-result.xml | - | 1 | [0,0][1080,2400] | - | 63 | 11 | 40 | 1 | none | 0 | 30 | 0
pairs/notes-case-01.xml | 0 | 1 | [0,0][1080,2340] | com.samsung.android.app.notes | 82 | 16 | 22 | 3 | ScrollView | 0 | 1 | 0
pairs/notes-case-06.xml | 0 | 1 | [0,0][1080,2340] | com.samsung.android.app.notes | 82 | 16 | 23 | 3 | ScrollView | 0 | 0 | 0
pairs/notes-case-10.xml | 0 | 1 | [418,395][1080,1161] | com.samsung.android.app.notes | 23 | 9 | 5 | 0 | none | 0 | 0 | 0
pairs/tablet-main.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 25 | 9 | 7 | 0 | EditText | 0 | 0 | 0
pairs/tablet-visual-expanded.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 38 | 10 | 11 | 0 | EditText | 0 | 0 | 0
pairs/tablet-visual-starting.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 38 | 10 | 11 | 0 | EditText | 0 | 0 | 0
pairs/tablet-visual.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 30 | 10 | 8 | 0 | EditText | 0 | 0 | 0
pairs/xx-dialog-keyboard.xml | 0 | 1 | [120,183][960,1444] | com.xxmemory.app | 28 | 11 | 6 | 0 | EditText | 0 | 0 | 0
pairs/xx-file-picker.xml | 0 | 1 | [0,0][1080,2400] | com.android.documentsui | 78 | 18 | 15 | 2 | none | 0 | 0 | 0
pairs/xx-home.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 72 | 11 | 5 | 0 | none | 0 | 0 | 0
pairs/xx-review-empty.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 36 | 11 | 5 | 0 | none | 0 | 0 | 0
pairs/xx-settings.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 57 | 11 | 9 | 1 | none | 0 | 3 | 0
pairs/xx-stats.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 65 | 11 | 4 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-.tmp_ui_main__a3a007.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 27 | 9 | 8 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-.tmp_ui_visual__4d6d64.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 27 | 10 | 6 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-android_window_dump__54fe06.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 30 | 9 | 9 | 1 | none | 0 | 0 | 0
uiautomator-xml/bridge-android_window_dump_debug__6ac0d1.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 31 | 9 | 10 | 0 | EditText | 0 | 0 | 0
uiautomator-xml/bridge-android_window_dump_visual__70d26e.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 34 | 10 | 9 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-android_window_dump_visual_after__7f4f31.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 34 | 10 | 9 | 0 | EditText | 0 | 0 | 0
uiautomator-xml/bridge-android_window_dump_visual_toggle0__291045.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 34 | 10 | 9 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-android_window_dump_visual_toggle1__6c0ddf.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 34 | 10 | 9 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-temp_window_dump__74b288.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 38 | 10 | 11 | 0 | EditText | 0 | 0 | 0
uiautomator-xml/bridge-vb_ui__96654e.xml | 0 | 1 | [0,0][1080,2400] | com.audiobridge.client | 21 | 9 | 6 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-vb_ui_after_force__50aaac.xml | 0 | 1 | [0,0][1080,2400] | com.audiobridge.client | 21 | 9 | 6 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-vb_ui_post_stt__77b416.xml | 0 | 1 | [0,0][1080,2400] | com.audiobridge.client | 21 | 9 | 6 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-window_dump__8ce277.xml | 0 | 1 | [0,0][1080,2400] | com.audiobridge.client | 21 | 9 | 6 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-window_dump_after_send__55c856.xml | 0 | 1 | [0,0][1080,2400] | com.audiobridge.client | 21 | 9 | 6 | 0 | EditText | 0 | 0 | 0
uiautomator-xml/bridge-window_dump_after_send__ac72e8.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 26 | 9 | 7 | 0 | EditText | 0 | 0 | 0
uiautomator-xml/bridge-window_dump_after_start__951976.xml | 0 | 1 | [0,0][1080,2400] | com.audiobridge.client | 21 | 9 | 6 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-window_dump_after_stop__428026.xml | 0 | 1 | [0,0][1080,2400] | com.audiobridge.client | 21 | 9 | 6 | 0 | none | 0 | 0 | 0
uiautomator-xml/bridge-window_dump_runtime__2ccf77.xml | 1 | 1 | [0,0][3200,2000] | com.audiobridge.client | 26 | 9 | 7 | 0 | none | 0 | 0 | 0
uiautomator-xml/flutter-home.xml | 0 | 1 | [0,0][720,1449] | com.example.knight_os | 28 | 13 | 11 | 1 | none | 0 | 2 | 1
uiautomator-xml/honor-keyguard-pin-pruned.xml | 0 | 1 | [0,0][1280,2800] | com.android.systemui | 39 | 12 | 8 | 0 | EditText | 1 | 1 | 0
uiautomator-xml/playstore-search-compose-excerpt.xml | 0 | 1 | [0,0][1080,2194] | com.android.vending | 39 | 17 | 8 | 0 | EditText | 0 | 0 | 0
uiautomator-xml/samsung-notes-case-02-dump__e4e75a.xml | 0 | 1 | [0,0][1080,2340] | com.samsung.android.app.notes | 57 | 16 | 15 | 2 | ScrollView | 0 | 0 | 0
uiautomator-xml/tv-arabic-dialog.xml | 0 | 1 | [520,355][1400,725] | com.qurantv.app | 14 | 10 | 2 | 0 | none | 0 | 0 | 0
uiautomator-xml/vivo-ui__dae196.xml | 0 | 1 | [0,0][720,1612] | com.android.systemui | 234 | 15 | 19 | 1 | none | 0 | 5 | 0
uiautomator-xml/vivo-ui_dump__e1ff10.xml | 0 | 1 | [0,132][320,347] | android | 12 | 8 | 2 | 0 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-ai_dialog2__45baf9.xml | 0 | 1 | [120,739][960,1663] | com.xxmemory.app | 13 | 10 | 1 | 0 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-dialog_check__4184f8.xml | 0 | 1 | [120,570][960,1831] | com.xxmemory.app | 27 | 11 | 6 | 0 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-mumu-review_now__20775d.xml | 0 | 1 | [0,0][720,1280] | com.xxmemory.app | 41 | 11 | 5 | 0 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-mumu-settings_dump__b6de58.xml | 0 | 1 | [0,48][720,1280] | com.xxmemory.app | 36 | 9 | 8 | 0 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-mumu-xx_memory_dump2__4e4db8.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 75 | 11 | 15 | 1 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-mumu-xx_memory_dump__383ec2.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 86 | 11 | 9 | 1 | none | 0 | 1 | 0
uiautomator-xml/xxmemory-mumu-xx_memory_ui__196895.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 87 | 11 | 9 | 1 | none | 0 | 1 | 0
uiautomator-xml/xxmemory-settings_about__7adf41.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 64 | 11 | 11 | 1 | none | 0 | 3 | 0
uiautomator-xml/xxmemory-ui10__b61130.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 80 | 11 | 8 | 1 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-ui11__96974c.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 53 | 11 | 10 | 0 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-ui13__513073.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 37 | 11 | 5 | 0 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-ui14__7bddfe.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 53 | 11 | 10 | 0 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-ui2__b430e9.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 75 | 11 | 15 | 1 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-ui3__794ddd.xml | 0 | 1 | [120,395][960,2007] | com.xxmemory.app | 43 | 11 | 10 | 0 | none | 0 | 0 | 0
uiautomator-xml/xxmemory-ui5__d78854.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 66 | 11 | 12 | 1 | none | 0 | 4 | 0
uiautomator-xml/xxmemory-ui6__87db7d.xml | 0 | 1 | [0,0][1080,2400] | com.xxmemory.app | 66 | 11 | 12 | 1 | none | 0 | 4 | 0
`;

const HEADINGS = "file rotation roots bounds packages nodes levels clickable scrollable focused passwords naf empty";

function factsTable(): readonly Readonly<Record<string, string>>[] {
  const names = HEADINGS.split(" ");
  return FACTS.trim()
    .split("\n")
    .map((line) => Object.fromEntries(line.split(" | ").map((value, column) => [names[column] ?? "", value])));
}

const written = ({ left, top, right, bottom }: Rect) => `[${left},${top}][${right},${bottom}]`;

/** The same facts, read off the parsed hierarchy. */
function factsOf(file: string, text: string, rootsNamed: number): Readonly<Record<string, string>> {
  const hierarchy = viewHierarchySchema.parse(parseHierarchy(text));
  const { nodes, windows } = hierarchy;
  const count = (is: (node: UiNode) => boolean) => String(nodes.filter(is).length);
  return {
    file,
    rotation: hierarchy.rotation === null ? "-" : String(hierarchy.rotation),
    roots: String(windows.length),
    bounds: windows
      .slice(0, rootsNamed)
      .map((window) => (window.bounds ? written(window.bounds) : "null"))
      .join(" "),
    packages: [...hierarchy.packages].sort().join(",") || "-",
    nodes: count(() => true),
    levels: String(hierarchy.depth),
    clickable: count((node) => node.clickable === true),
    scrollable: count((node) => node.scrollable === true),
    focused: simpleName(nodes.find((node) => node.focused)?.className ?? null) || "none",
    passwords: count((node) => node.password === true),
    naf: count((node) => node.naf === true),
    empty: count((node) => node.bounds !== null && isEmpty(node.bounds)),
  };
}

corpusTest("every hierarchy of the corpus has the numbers that a careful reader counts in it", (folder) => {
  for (const expected of factsTable()) {
    const file = expected.file ?? "";
    const rootsNamed = (expected.bounds ?? "").split(" ").length;
    assert.deepEqual(factsOf(file, readCorpus(folder, file), rootsNamed), expected, file);
  }
});

corpusTest("every hierarchy of the corpus is in the table", (folder) => {
  const known = factsTable().map((facts) => facts.file);
  assert.deepEqual(known.toSorted(), indexedFiles(folder, /\tuiautomator XML/).toSorted());
});

corpusTest(
  "a hierarchy of the corpus cut off at any byte is an error or no hierarchy, never a smaller one",
  (folder) => {
    for (const { file = "" } of factsTable()) {
      const bytes = readFileSync(join(folder, file));
      const end = bytes.lastIndexOf("</hierarchy>") + "</hierarchy>".length;
      const step = Math.max(1, Math.floor(end / 120));
      for (let cut = end - 1; cut >= 0; cut -= cut > end - 40 ? 1 : step) {
        assert.ok(isRefused(decodeText(bytes.subarray(0, cut))), `${file} cut after ${cut} bytes`);
      }
    }
  },
);

function isRefused(text: string): boolean {
  try {
    return parseHierarchy(text) === undefined;
  } catch (error) {
    return isFoveaError(error, "HIERARCHY_MALFORMED");
  }
}
