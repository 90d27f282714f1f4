import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import type { ViewHierarchy } from "../../src/screen/hierarchy.js";
import { assignRefs } from "../../src/screen/identity.js";
import { at, button, list, node, page, text } from "../support/build-screen.js";
import { corpusTest, indexedFiles, readCorpus } from "../support/corpus.js";
import { howMany } from "../support/how-many.js";
import { anyChange, CHANGES, type Change, isIndistinguishable, observationOf } from "../support/moving-list.js";
import { refCounter, type Screen } from "../support/screens.js";
import { anyScreen, type TreeNode, writeDump } from "../support/ui-tree.js";

const DIALECT = { singleQuotes: false, beyondAscii: "raw", pretty: false } as const;

function hierarchyOf(...roots: readonly TreeNode[]): ViewHierarchy {
  const hierarchy = parseHierarchy(writeDump(roots, DIALECT));
  assert.ok(hierarchy);
  return hierarchy;
}

/** Observes one hierarchy after another, as a session does. */
function looker(): (...roots: readonly TreeNode[]) => Screen {
  const next = refCounter();
  let last: Screen | null = null;
  return (...roots) => {
    const viewHierarchy = hierarchyOf(...roots);
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    return last;
  };
}

/** The ref of the one element with this label. */
function refOf({ elements }: Screen, label: string): string {
  const found = elements.filter((element) => element.labels.includes(label));
  assert.equal(found.length, 1, `${found.length} elements say ${label}`);
  return found[0]?.ref ?? "";
}

/** The refs that the one element with this label had while its meaning was different. */
function earlierOf({ elements }: Screen, label: string): readonly string[] {
  return elements.find((element) => element.labels.includes(label))?.was ?? [];
}

const refsOf = ({ elements }: Screen) => elements.map((element) => element.ref);

test("the same screen observed twice has the same refs", () => {
  fc.assert(
    fc.property(anyScreen, (roots) => {
      const look = looker();
      assert.deepEqual(refsOf(look(...roots)), refsOf(look(...roots)));
    }),
    { numRuns: 200 },
  );
});

corpusTest("every screen of the corpus observed twice has the same refs", (folder) => {
  for (const file of indexedFiles(folder, /\tuiautomator XML/)) {
    const hierarchy = parseHierarchy(readCorpus(folder, file));
    assert.ok(hierarchy);
    const next = refCounter();
    const first = assignRefs(elementsOf(hierarchy, null), hierarchy, null, next);
    const again = assignRefs(
      elementsOf(hierarchy, null),
      hierarchy,
      { elements: first, viewHierarchy: hierarchy },
      next,
    );
    assert.deepEqual(again, first, file);
  }
});

test("refs on any two screens stand for one element each, and parents are on the screen", () => {
  fc.assert(
    fc.property(anyScreen, anyScreen, (before, after) => {
      const look = looker();
      const first = new Set(refsOf(look(...before)));
      const { elements } = look(...after);
      const seen = new Set<string>();
      for (const { ref, parent } of elements) {
        assert.ok(!seen.has(ref), `${ref} stands for two elements`);
        if (parent !== null) assert.ok(seen.has(parent), `${parent}, around ${ref}, comes later or not at all`);
        seen.add(ref);
      }
      const newest = Math.max(0, ...[...first].map((ref) => Number(ref.slice(1))));
      for (const ref of seen)
        assert.ok(first.has(ref) || Number(ref.slice(1)) > newest, `${ref} is neither old nor new`);
    }),
    { numRuns: 200 },
  );
});

/** The average share of elements on both screens that has to keep its refs after each change. */
const KEPT: Readonly<Record<Change, number>> = {
  nothing: 1,
  check: 1,
  focusList: 1,
  retitle: 0.95,
  addIcon: 0.9,
  removeIcon: 0.9,
  rename: 0.8,
  reprice: 0.8,
  scroll: 0.65,
  scrollByRows: 0.65,
  insert: 0.7,
  // None of the rows with the same words as the new one stays.
  insertAnother: 0.65,
  remove: 0.7,
  grow: 0.65,
  shrinkViewport: 0.65,
  move: 0.55,
};

test("a ref never moves to another element, whatever happens to a list, and most elements keep theirs", (context) => {
  const seen = new Map(Object.keys(CHANGES).map((change) => [change, { survived: 0, kept: 0 }]));
  // A fixed seed, so that these figures change only with the code.
  for (const { change, before, after } of fc.sample(anyChange, { numRuns: howMany(300, 1_200), seed: 1 })) {
    const next = refCounter();
    const first = observationOf(before, null, next);
    const now = observationOf(after, first, next);
    const oldRefs = new Map([...first.truth].map(([ref, truth]) => [truth, ref]));
    const counts = seen.get(change);
    for (const [ref, truth] of now.truth) {
      const was = first.truth.get(ref);
      if (was !== undefined && was !== truth && !isIndistinguishable(first, now, ref)) {
        assert.fail(`${ref} was the ${was} and is the ${truth} after ${change}: ${JSON.stringify({ before, after })}`);
      }
      if (!counts || !oldRefs.has(truth)) continue;
      counts.survived += 1;
      // An element with another text or state has another ref, and is still recognised.
      const element = now.elements.find((one) => one.ref === ref);
      if ([ref, ...(element?.was ?? [])].includes(oldRefs.get(truth) ?? "")) counts.kept += 1;
    }
  }
  for (const [change, { survived, kept }] of seen) {
    context.diagnostic(`${change}: ${((100 * kept) / survived).toFixed(1)} % of ${survived} elements kept their refs`);
    assert.ok(kept / survived >= KEPT[change as Change], `${change}: only ${kept} of ${survived} kept their refs`);
  }
});

const row = (name: string, top: number, ...more: readonly TreeNode[]) =>
  node(
    { clickable: "true", bounds: at(0, top, 1000, top + 100) },
    text(name, { bounds: at(0, top, 600, top + 100) }),
    ...more,
  );
const rows = (...names: readonly string[]) => names.map((name, index) => row(name, 100 + index * 100));
const fixedList = (...children: readonly TreeNode[]) =>
  node({ class: "android.widget.ListView", scrollable: "false", bounds: at(0, 100, 1000, 1900) }, ...children);

test("rows of a fully visible list keep their refs when others are added, removed, changed or moved", () => {
  const before = ["Milk", "Eggs", "Bread"];
  const changes: readonly (readonly [readonly string[], readonly string[]])[] = [
    [["Jam", "Milk", "Eggs", "Bread"], before],
    [["Milk", "Jam", "Eggs", "Bread"], before],
    [
      ["Milk", "Bread"],
      ["Milk", "Bread"],
    ],
    [
      ["Milk", "Eggs, boiled", "Bread"],
      ["Milk", "Bread"],
    ],
    [["Bread", "Eggs", "Milk"], before],
  ];
  for (const [after, kept] of changes) {
    const look = looker();
    const first = look(page(fixedList(...rows(...before))));
    const second = look(page(fixedList(...rows(...after))));
    for (const name of kept) assert.equal(refOf(second, name), refOf(first, name), `${name} in ${after}`);
    for (const name of after) {
      if (!kept.includes(name)) assert.ok(!refsOf(first).includes(refOf(second, name)), `${name} is new`);
    }
  }
});

test("equal rows get new refs when their number changes", () => {
  const look = looker();
  const first = look(page(fixedList(...rows("Ad", "Ad", "Milk"))));
  const second = look(page(fixedList(...rows("Ad", "Milk"))));
  assert.equal(refOf(second, "Milk"), refOf(first, "Milk"));
  assert.equal(second.elements.filter((element) => refsOf(first).includes(element.ref)).length, 1);
});

test("the only visible 'Buy' gets another ref after a scroll", () => {
  const card = (name: string, top: number) => [
    text(name, { bounds: at(0, top, 1000, top + 300) }),
    button("Buy", { bounds: at(0, top + 300, 1000, top + 500) }),
  ];
  const scroller = (...children: readonly TreeNode[]) =>
    node({ scrollable: "true", bounds: at(0, 100, 1000, 900) }, ...children);
  const look = looker();
  const first = look(page(scroller(...card("Camera", 150))));
  const second = look(page(scroller(...card("Lens", 120))));
  assert.notEqual(refOf(second, "Buy"), refOf(first, "Buy"));
});

test("a form keeps its refs when the keyboard makes its page scrollable", () => {
  const form = (isScrolling: boolean, bottom: number, moved: number) =>
    page(
      node(
        { class: "android.widget.ScrollView", scrollable: String(isScrolling), bounds: at(0, 100, 1000, bottom) },
        node(
          { bounds: at(0, 100, 1000, bottom) },
          ...["Name", "E-mail"].flatMap((name, place) => {
            const top = 150 + place * 200 - moved;
            const field = { class: "android.widget.EditText", clickable: "true", text: `their ${name}` };
            return [
              text(name, { bounds: at(0, top, 1000, top + 60) }),
              node({ ...field, bounds: at(0, top + 60, 1000, top + 180) }),
            ];
          }),
          button("Send", { bounds: at(0, 600 - moved, 1000, 700 - moved) }),
        ),
      ),
    );
  const look = looker();
  const labels = ["Name", "their Name", "E-mail", "their E-mail", "Send"];
  const refs = (screen: Screen) => labels.map((label) => refOf(screen, label));
  const first = look(form(false, 2000, 0));
  const second = look(form(true, 900, 40));
  assert.deepEqual(refs(second), refs(first));
  assert.deepEqual(refs(look(form(false, 2000, 0))), refs(first));
});

const id = (name: string) => ({ "resource-id": `com.example.app:id/${name}` });

test("an element with its own id is recognised after its text, place or container changed, and gets another ref", () => {
  const look = looker();
  const first = look(page(text("0 unread", { ...id("count"), bounds: at(0, 0, 500, 90) }), button("More", id("more"))));
  const inGroup = node({ clickable: "true", bounds: at(0, 500, 1000, 700) }, button("Less", id("more")));
  const second = look(page(text("3 unread", { ...id("count"), bounds: at(0, 50, 500, 140) }), inGroup));
  assert.deepEqual(earlierOf(second, "3 unread"), [refOf(first, "0 unread")]);
  assert.deepEqual(earlierOf(second, "Less"), [refOf(first, "More")]);
  for (const label of ["3 unread", "Less"]) assert.ok(!refsOf(first).includes(refOf(second, label)), label);
});

test("an id that several elements have, or that a list repeats, identifies none of them", () => {
  const item = (name: string, top: number) => text(name, { ...id("name"), bounds: at(0, top, 1000, top + 700) });
  const look = looker();
  const first = look(page(list(item("Milk", 100))));
  const second = look(page(list(item("Eggs", 150))));
  assert.notEqual(refOf(second, "Eggs"), refOf(first, "Milk"));
  const tabs = (...names: readonly string[]) =>
    page(
      ...names.map((name, place) => button(name, { ...id("tab"), bounds: at(place * 300, 0, place * 300 + 300, 90) })),
    );
  const lookAgain = looker();
  const [one, two] = [lookAgain(tabs("Home", "News")), lookAgain(tabs("News", "Home"))];
  assert.equal(refOf(two, "News"), refOf(one, "News"));
  assert.equal(refOf(two, "Home"), refOf(one, "Home"));
});

test("typing, sliding and moving the focus keep a ref, and a toggled control gets another ref", () => {
  const form = (typed: string, state: string, percent: string, focused: string) =>
    page(
      node(
        { class: "android.widget.LinearLayout", bounds: at(0, 0, 1000, 900), focused },
        node({ class: "android.widget.EditText", text: typed, bounds: at(0, 0, 1000, 100) }),
        node({
          class: "android.widget.Switch",
          text: `Wi-Fi ${state}`,
          checkable: "true",
          bounds: at(0, 100, 1000, 200),
        }),
        node({ checkable: "true", "content-desc": "Sync", "state-description": state, bounds: at(0, 200, 1000, 300) }),
        node({ class: "android.widget.SeekBar", text: percent, bounds: at(0, 300, 1000, 400) }),
      ),
    );
  const look = looker();
  const first = look(form("", "OFF", "10%", "false"));
  const second = look(form("Abc", "ON", "60%", "true"));
  assert.equal(first.elements.length, 4);
  const [, field, wifi, sync, slider] = second.elements;
  const [oldField, oldWifi, oldSync, oldSlider] = refsOf(first);
  assert.deepEqual([field?.ref, slider?.ref], [oldField, oldSlider], "the group that has the focus comes first");
  assert.deepEqual([wifi?.was, sync?.was], [[oldWifi], [oldSync]]);
});

test("a window is recognised by its window id, and another window of the same app is another one", () => {
  const dump = (windowId: number, title: string) =>
    `<displays><display id="0"><window id="${windowId}" title="${title}" bounds="[0,0][900,900]"><hierarchy rotation="0"><node text="OK" clickable="true" bounds="[0,0][90,90]" package="a"/></hierarchy></window></display></displays>`;
  const look = (xml: string, previous: Screen | null, next: () => string): Screen => {
    const viewHierarchy = parseHierarchy(xml);
    assert.ok(viewHierarchy);
    return { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, previous, next), viewHierarchy };
  };
  const next = refCounter();
  const first = look(dump(7, "Delete?"), null, next);
  const second = look(dump(7, "Delete all?"), first, next);
  const third = look(dump(8, "Pay?"), second, next);
  assert.deepEqual(refsOf(second), refsOf(first));
  assert.notDeepEqual(refsOf(third), refsOf(second));
});

test("a window that opens before another one does not take over its refs", () => {
  const look = looker();
  const popup = node({ bounds: at(300, 300, 700, 700) }, button("OK", { bounds: at(300, 300, 700, 400) }));
  const app = page(button("OK"), text("Hello"));
  const first = look(app);
  const second = look(popup, app);
  assert.equal(refOf(second, "Hello"), refOf(first, "Hello"));
  assert.equal(second.elements.filter((element) => refsOf(first).includes(element.ref)).length, 2);
  assert.deepEqual(refsOf(look(app)), refsOf(first));
});

test("assigning refs works with thousands of levels and of equal elements", () => {
  let deep = text("bottom");
  for (let level = 0; level < 4_000; level++) deep = node({ clickable: "true" }, deep);
  const look = looker();
  assert.deepEqual(refsOf(look(deep)), refsOf(look(deep)));
  const shuffled = (step: number) =>
    page(list(...Array.from({ length: 4_001 }, (_, index) => text(`Item ${(index * step) % 4_001}`))));
  const lookAgain = looker();
  const first = lookAgain(shuffled(1));
  assert.equal(lookAgain(shuffled(17)).elements.length, first.elements.length);
});

test("the first of thousands of windows are recognised", () => {
  const look = looker();
  const windows = Array.from({ length: 3_000 }, (_, place) => button(`Window ${place}`));
  const before = refsOf(look(...windows));
  const kept = refsOf(look(...windows)).filter((ref, place) => ref === before[place]);
  assert.equal(kept.length, 64);
});

test("a control in a scroll container is identified by a known name beside it when a row like its own is inserted below", () => {
  const scroller = (...names: readonly string[]) => {
    const rest = ["Dmitri", "Paula", "Jonas"];
    const parts = [...names, ...rest].flatMap((given, place) => {
      const [name, top] = [given.replace("!", ""), 200 + place * 100];
      const left = given === name ? 100 : 500;
      const label = rest.includes(name) ? "Save" : "Print";
      return [
        text(name, { bounds: at(0, top, 300, top + 30) }),
        text(`Room of ${name}`, { bounds: at(0, top + 30, 300, top + 60) }),
        node({
          class: "android.widget.Switch",
          checkable: "true",
          clickable: "true",
          bounds: at(0, top + 60, 99, top + 95),
        }),
        button(label, { bounds: at(left, top + 60, left + 300, top + 95) }),
      ];
    });
    const head = [text("Rooms", { bounds: at(0, 100, 300, 140) }), button("Add", { bounds: at(0, 140, 300, 180) })];
    const web = { class: "android.webkit.WebView", scrollable: "true", bounds: at(0, 100, 1000, 1900) };
    return node(web, ...head, ...parts);
  };
  const printsOf = (...before: readonly string[]) => {
    const look = looker();
    const prints = ({ elements }: Screen) => elements.filter(({ labels }) => labels.includes("Print"));
    const [first] = prints(look(scroller(...before)));
    return (...now: readonly string[]) =>
      prints(look(scroller(...now))).map(({ ref }) => (ref === first?.ref ? "same" : "other"));
  };
  assert.deepEqual(printsOf("Lena")("Lena", "Omar"), ["same", "other"]);
  assert.deepEqual(printsOf("Lena")("Omar", "Lena"), ["other", "same"]);
  assert.deepEqual(printsOf("Lena")("Lena!", "Omar"), ["other", "other"], "elsewhere in its row");
  assert.deepEqual(printsOf("Lena")("Omar"), ["other"]);
  assert.deepEqual(printsOf("Lena")("Lena", "Lena"), ["other", "other"]);
});

test("a switch below a name and a price is identified by the name, unless two switches are below it", () => {
  const column = (...items: readonly (readonly [name: string | null, price: string])[]) => {
    const parts = items.flatMap(([name, price], place) => [
      ...(name === null ? [] : [text(name, { bounds: at(0, 100 + place * 150, 500, 130 + place * 150) })]),
      text(price, { bounds: at(0, 130 + place * 150, 200, 160 + place * 150) }),
      node({
        class: "android.widget.Switch",
        checkable: "true",
        clickable: "true",
        bounds: at(0, 160 + place * 150, 90, 200 + place * 150),
      }),
    ]);
    return node({ bounds: at(0, 0, 1000, 1900) }, text("Plans", { bounds: at(0, 0, 1000, 90) }), ...parts);
  };
  const switches = (screen: Screen) => screen.elements.filter(({ role }) => role === "switch").map(({ ref }) => ref);
  const look = looker();
  const [first, second] = switches(look(column(["Basic", "1 €"], ["Team", "5 €"])));
  const now = switches(look(column(["Basic", "1 €"], ["Family", "3 €"], ["Team", "5 €"])));
  assert.deepEqual([now[0], now[2]], [first, second]);
  const lookAgain = looker();
  const [, upper, lower] = switches(lookAgain(column(["Basic", "1 €"], ["Team", "5 €"], [null, "7 €"])));
  const swapped = switches(lookAgain(column(["Basic", "1 €"], ["New", "3 €"], ["Team", "7 €"], [null, "5 €"])));
  assert.ok(upper !== undefined && lower !== undefined && !swapped.includes(upper) && !swapped.includes(lower));
});
