import assert from "node:assert/strict";
import { test } from "node:test";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { at, button, list, node, page, screenWith, text } from "../support/build-screen.js";
import { refCounter, type Screen } from "../support/screens.js";
import type { TreeNode } from "../support/ui-tree.js";

/** The positions of elements, by their labels. */
type Places = Readonly<Record<string, number>>;

/** The button "Delete all" at several observations of a page of headings. */
function looksAt(...looks: readonly Places[]) {
  const next = refCounter();
  let last: Screen | null = null;
  return looks.map((places) => {
    const parts = Object.entries(places).map(([words, top]) => {
      const bounds = at(0, top, 1000, top + 100);
      const isButton = words === "Delete all";
      return isButton ? button(words, { bounds, "resource-id": "com.example.app:id/delete" }) : text(words, { bounds });
    });
    const { viewHierarchy } = screenWith(page(...parts));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    const found = last.elements.find(({ labels }) => labels.includes("Delete all"));
    assert.ok(found);
    return found;
  });
}

test("a heading that comes between a control and its section changes no ref, now and in later observations", () => {
  const alone = { Backup: 50, "Delete all": 900 };
  const between = { Backup: 50, Cloud: 700, "Delete all": 900 };
  const copying = { ...between, "Copying…": 1200 };
  const copied = { ...between, "Copied.": 1200 };
  const [first, ...later] = looksAt(alone, between, copying, copied, alone);
  assert.equal(later.length, 4);
  for (const { ref } of later) assert.equal(ref, first?.ref);
});

test("a control that moves under another existing heading gets another ref", () => {
  const [first, second] = looksAt(
    { Backup: 50, Phone: 400, "Delete all": 600, Cloud: 900 },
    { Backup: 50, Phone: 400, Cloud: 900, "Delete all": 1200 },
  );
  assert.notEqual(second?.ref, first?.ref);
  assert.deepEqual(second?.was, [first?.ref]);
});

test("a control without a name that moves beside a name gets another ref; one that gets a name in its place keeps it", () => {
  const place = (left: number, top: number) => at(left, top, left + 200, top + 100);
  const refsOf = (...looks: readonly { readonly button: string; readonly name?: string }[]) => {
    const next = refCounter();
    let last: Screen | null = null;
    return looks.map(({ button: own, name }) => {
      const beside = name === undefined ? [] : [text("Orders", { bounds: name })];
      const { viewHierarchy } = screenWith(page(button("Edit Omar", { bounds: own }), ...beside));
      last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
      return last.elements.find(({ labels }) => labels.includes("Edit Omar"))?.ref;
    });
  };
  const alone = { button: place(700, 50) };
  const [first, away] = refsOf(alone, { button: place(500, 900), name: place(0, 900) });
  assert.notEqual(away, first);
  const [again, named] = refsOf(alone, { button: place(700, 50), name: place(0, 50) });
  assert.equal(named, again);
  const [once, moved] = refsOf(alone, { button: place(700, 900), name: place(0, 900) });
  assert.equal(moved, once);
});

/** The refs of the button "Delete Nora" on one screen after another. */
function refsOfDelete(...looks: readonly (readonly TreeNode[])[]): readonly string[] {
  const next = refCounter();
  let last: Screen | null = null;
  return looks.map((parts) => {
    const { viewHierarchy } = screenWith(page(...parts));
    const elements = assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next);
    last = { elements, viewHierarchy };
    return elements.find(({ labels }) => labels.includes("Delete Nora"))?.ref ?? assert.fail();
  });
}

const rowOf = (name: string, top: number, own: string) => [
  text(name, { bounds: at(40, top, 300, top + 100) }),
  button(own, { bounds: at(700, top, 1000, top + 100) }),
];
const TABS = node(
  { bounds: at(0, 1000, 1000, 1100) },
  button("Garden", { bounds: at(0, 1000, 500, 1100), selected: "true" }),
  button("Travel", { bounds: at(500, 1000, 1000, 1100), selected: "false" }),
);
const ALONE = { bounds: at(0, 890, 300, 990) };

test("a control above tabs that goes into the row of a name, or out of it, has another ref", () => {
  const outside = [
    ...rowOf("Omar", 300, "Follow"),
    ...rowOf("Lena", 500, "Follow"),
    button("Delete Nora", ALONE),
    TABS,
  ];
  const inside = [...rowOf("Omar", 300, "Follow"), ...rowOf("Lena", 500, "Delete Nora"), button("Follow", ALONE), TABS];
  const [alone, within] = refsOfDelete(outside, inside);
  assert.notEqual(within, alone);
  const [before, since] = refsOfDelete(inside, outside);
  assert.notEqual(since, before);
});

test("a control that stood alone above tabs and now is beside a name that appeared has another ref", () => {
  const title = text("Health", { bounds: at(0, 50, 1000, 150) });
  const [alone, within] = refsOfDelete(
    [title, button("Delete Nora", ALONE), TABS],
    [title, ...rowOf("Lena", 500, "Delete Nora"), TABS],
  );
  assert.notEqual(within, alone);
});

test("a row with the text of the old heading does not count as the heading moved, and a moved heading does", () => {
  const next = refCounter();
  let last: Screen | null = null;
  const refOn = (heads: readonly string[], rows: readonly string[]) => {
    const line = (words: string, place: number) => text(words, { bounds: at(0, place * 100, 1000, place * 100 + 100) });
    const items = rows.map((words, place) => line(words, 10 + place));
    const all = node(
      { class: "android.widget.ListView", scrollable: "true", bounds: at(0, 1000, 1000, 2000) },
      ...items,
    );
    const own = button("Delete all", { bounds: at(0, 900, 1000, 1000) });
    const { viewHierarchy } = screenWith(page(...heads.map(line), own, all));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    return last.elements.find(({ labels }) => labels.includes("Delete all"))?.ref;
  };
  const first = refOn(["Copies", "Files"], ["Orders"]);
  assert.equal(refOn(["No network", "Copies", "Files"], ["Orders"]), first);
  assert.notEqual(refOn(["No network", "Security", "Files"], ["Orders", "Copies"]), first);
});

test("a control near only headings that moves into a row gets another ref, though its heading is the same", () => {
  const next = refCounter();
  let last: Screen | null = null;
  const lookAt = (first: string, inRow: string) => {
    const rows = ["Omar", "Lena", "Alice"].map((name, row) => {
      const top = 700 + 300 * row;
      const own = button(name === "Lena" ? inRow : "Block", { bounds: at(800, top, 1000, top + 100) });
      return node({ bounds: at(0, top, 1000, top + 100) }, text(name, { bounds: at(40, top, 300, top + 80) }), own);
    });
    const heading = text("Work", { bounds: at(0, 500, 1000, 560) });
    const block = node({ bounds: at(0, 500, 1000, 670) }, heading, button(first, { bounds: at(0, 570, 200, 670) }));
    const parts = [block, node({ bounds: at(0, 700, 1000, 1400) }, ...rows)];
    const { viewHierarchy } = screenWith(page(text("Health", { bounds: at(0, 50, 1000, 150) }), ...parts));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    const found = last.elements.find(({ labels }) => labels.includes("Delete"));
    assert.ok(found);
    return found;
  };
  const before = lookAt("Delete", "Block");
  assert.deepEqual(before.context.near, ["Work"]);
  const now = lookAt("Block", "Delete");
  assert.ok(now.context.near.includes("Lena"));
  assert.equal(now.context.section, before.context.section);
  assert.notEqual(now.ref, before.ref);
});

test("a control without a heading that moves below an existing one gets another ref", () => {
  const [first, second] = looksAt(
    { "Delete all": 100, Cloud: 900, "All is well.": 1200 },
    { Cloud: 400, "Delete all": 900 },
  );
  assert.equal(first?.context.section, null);
  assert.notEqual(second?.ref, first?.ref);
});

/** The form of two fields at all observations: with captions above both, and with the focus in the second. */
interface Form {
  /** Whether the second field is one for a password, at each observation; for none if absent. */
  readonly passwords?: readonly boolean[];
  readonly hasCaptions?: boolean;
  readonly isFocused?: boolean;
}

/** The second of two fields at several observations. */
function fieldsShowing({ hasCaptions = false, isFocused = false, passwords = [] }: Form, ...shown: readonly string[]) {
  const next = refCounter();
  let last: Screen | null = null;
  return shown.map((words, look) => {
    const entry = (said: string, top: number) => {
      const bounds = at(0, top, 1000, top + 100);
      return button(said, {
        bounds,
        focused: String(isFocused && top === 500),
        password: String(top === 500 && passwords[look] === true),
        class: "android.widget.EditText",
        "resource-id": `com.example.app:id/field_${top}`,
      });
    };
    const caption = (said: string, top: number) =>
      hasCaptions ? [text(said, { bounds: at(0, top - 60, 1000, top) })] : [];
    const parts = [...caption("Name", 300), entry("Ann", 300), ...caption("Town", 500), entry(words, 500)];
    const { viewHierarchy } = screenWith(page(...parts));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    const found = last.elements.findLast(({ actions }) => actions.includes("edit"));
    assert.ok(found);
    return found;
  });
}

test("a field without captions gets another ref where its text changes, which may be its hint", () => {
  const [first, second] = fieldsShowing({}, "City", "Card number");
  assert.notEqual(second?.ref, first?.ref);
  assert.deepEqual(second?.was, [first?.ref]);
});

test("an unfocused field is not typed into, and one with a longer text, maybe a hint, gets another ref", () => {
  const [first, more, less] = fieldsShowing({}, "Address", "Address 2", "Address");
  assert.deepEqual(more?.was, [first?.ref]);
  assert.deepEqual(less?.was, [first?.ref, more?.ref]);
});

test("a status with a number below a form is not in the context of its fields, and a name below one is", () => {
  const refsWith = (...below: readonly string[]) => {
    const next = refCounter();
    let last: Screen | null = null;
    return below.map((words) => {
      const field = node({
        class: "android.widget.EditText",
        "content-desc": "City",
        clickable: "true",
        bounds: at(0, 300, 1000, 400),
      });
      const group = node({ bounds: at(0, 300, 1000, 500) }, field, text(words, { bounds: at(0, 410, 400, 450) }));
      const { viewHierarchy } = screenWith(page(text("Form", { bounds: at(0, 100, 400, 150) }), group));
      last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
      return last.elements.find(({ actions }) => actions.includes("edit"))?.ref;
    });
  };
  const [first, second, third] = refsWith("0 online", "1 online", "240 online");
  assert.deepEqual([second, third], [first, first]);
  const [work, home] = refsWith("At work", "At home");
  assert.notEqual(home, work);
});

test("a field for a password gets another ref where its hint changes, and where it is one no longer", () => {
  const both = [true, true];
  const [first, second] = fieldsShowing({ passwords: both }, "Password", "Passcode");
  assert.deepEqual(second?.was, [first?.ref]);
  const [hidden, shown] = fieldsShowing({ passwords: [true, false], hasCaptions: true }, "Password", "Password");
  assert.deepEqual(shown?.was, [hidden?.ref]);
  const [empty, filled] = fieldsShowing({ passwords: both, isFocused: true }, "Password", "\u2022\u2022\u2022");
  assert.equal(filled?.ref, empty?.ref);
});

test("a field keeps its ref where more was typed, where it was emptied, and where captions name it", () => {
  const [first, ...more] = fieldsShowing({ isFocused: true }, "Paris", "Paris 24", "");
  for (const { ref } of more) assert.equal(ref, first?.ref);
  const [captioned, other] = fieldsShowing({ hasCaptions: true }, "City", "Card number");
  assert.equal(other?.ref, captioned?.ref);
});

test("the only field of a screen gets another ref where its text changes, even below a text that may be no caption", () => {
  const next = refCounter();
  let last: Screen | null = null;
  const [first, second] = ["Note", "First name"].map((words) => {
    const field = button(words, { class: "android.widget.EditText", bounds: at(0, 500, 1000, 600) });
    const { viewHierarchy } = screenWith(page(text("0 done", { bounds: at(0, 440, 1000, 490) }), field));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    return last.elements.findLast(({ actions }) => actions.includes("edit"));
  });
  assert.deepEqual(second?.was, [first?.ref]);
});

test("a heading above a caption names the section, and another heading is another section", () => {
  const next = refCounter();
  let last: Screen | null = null;
  const refs = ["Home", "Work"].map((heading) => {
    const { viewHierarchy } = screenWith(
      page(
        text("Addresses", { bounds: at(0, 0, 1000, 80) }),
        text(heading, { bounds: at(0, 380, 1000, 450) }),
        text("Town", { bounds: at(0, 455, 1000, 495) }),
        button("", { bounds: at(0, 500, 1000, 600), class: "android.widget.EditText", hint: "Town" }),
      ),
    );
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    return last.elements.findLast(({ actions }) => actions.includes("edit"))?.ref;
  });
  assert.notEqual(refs[1], refs[0]);
});

/** The refs of one button on one page after another. */
function refsOf(words: string, ...pages: readonly (readonly TreeNode[])[]): readonly (string | undefined)[] {
  const next = refCounter();
  let last: Screen | null = null;
  return pages.map((parts) => {
    const { viewHierarchy } = screenWith(page(text("Mail", { bounds: at(0, 0, 1000, 80) }), ...parts));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    return last.elements.find(({ labels }) => labels.includes(words))?.ref;
  });
}

const line = (top: number) => ({ bounds: at(0, top, 1000, top + 80) });

test("a button gets another ref where another of the buttons above it is selected, even without their own container", () => {
  const looks = (selected: string) => [
    ...["Inbox", "Trash"].map((words, nth) =>
      button(words, { bounds: at(nth * 300, 100, nth * 300 + 280, 180), selected: String(words === selected) }),
    ),
    button("Delete all", line(300)),
  ];
  const [inbox, same, trash] = refsOf("Delete all", looks("Inbox"), looks("Inbox"), looks("Trash"));
  assert.equal(same, inbox);
  assert.notEqual(trash, inbox);
  const grid = (selected: string) => [
    list(
      ...["A", "B", "C", "D"].map((words, nth) =>
        button(words, {
          bounds: at((nth % 2) * 300, 100 + (nth >> 1) * 100, (nth % 2) * 300 + 280, 180 + (nth >> 1) * 100),
          selected: String(words === selected),
        }),
      ),
    ),
    button("Delete all", line(1200)),
  ];
  const [before, after] = refsOf("Delete all", grid("A"), grid("B"));
  assert.equal(after, before, "the lines of a list are not strips");
});

test("a button above or below a tab strip in the lower half gets another ref where another tab is selected", () => {
  const looks = (selected: string) => [
    button("Archive all", line(300)),
    ...["Inbox", "Trash"].map((words, nth) =>
      button(words, { bounds: at(nth * 300, 1300, nth * 300 + 280, 1380), selected: String(words === selected) }),
    ),
    button("Delete all", line(1600)),
  ];
  for (const words of ["Delete all", "Archive all"]) {
    const [inbox, same, trash] = refsOf(words, looks("Inbox"), looks("Inbox"), looks("Trash"));
    assert.equal(same, inbox);
    assert.notEqual(trash, inbox);
  }
});

test("a button that moves from below a tab strip to above it gets another ref, unless the keyboard moved the strip", () => {
  const looks = ({ strip, button: top }: { readonly strip: number; readonly button: number }) => {
    const tabs = ["Inbox", "Trash"].map((words, nth) =>
      button(words, {
        bounds: at(nth * 300, strip, nth * 300 + 280, strip + 80),
        selected: String(words === "Inbox"),
      }),
    );
    const own = button("Delete all", line(top));
    return top < strip ? [own, ...tabs] : [...tabs, own];
  };
  const [inbox, away] = refsOf("Delete all", looks({ strip: 300, button: 400 }), looks({ strip: 300, button: 150 }));
  assert.notEqual(away, inbox);
  const typing = [...looks({ strip: 600, button: 200 }), text("Typing…", { bounds: at(0, 700, 1000, 780) })];
  const [low, raised] = refsOf("Delete all", looks({ strip: 1700, button: 200 }), typing);
  assert.equal(raised, low);
  const [shown, out] = refsOf("Delete all", looks({ strip: 1300, button: 1400 }), looks({ strip: 1300, button: 150 }));
  assert.notEqual(out, shown, "a strip this low may have its page above or below");
});

test("a button gets another ref where another tab is selected, even where the selected tab is clickable as well", () => {
  const looks = (selected: string) => [
    ...["Inbox", "Trash"].map((words, nth) =>
      button(words, {
        class: "androidx.appcompat.app.ActionBar$Tab",
        bounds: at(nth * 300, 100, nth * 300 + 280, 180),
        selected: String(words === selected),
      }),
    ),
    button("Delete all", line(300)),
  ];
  const [inbox, same, trash] = refsOf("Delete all", looks("Inbox"), looks("Inbox"), looks("Trash"));
  assert.equal(same, inbox);
  assert.notEqual(trash, inbox);
  const [tab, selected] = refsOf("Trash", looks("Inbox"), looks("Trash"));
  assert.equal(selected, tab);
});

test("a button gets another ref where the sum above it changed, unless a control is in between", () => {
  const looks = (sum: string, ...between: readonly TreeNode[]) => [
    text(`Total: ${sum}`, line(100)),
    ...between,
    button("Confirm", line(600)),
  ];
  const texts = [text("Delivery on Monday", line(200)), text("Paid by invoice", line(300))];
  const [five, again, more] = refsOf(
    "Confirm",
    looks("5 €", ...texts),
    looks("5 €", ...texts),
    looks("500 €", ...texts),
  );
  assert.equal(again, five);
  assert.notEqual(more, five);
  const other = button("See details", line(400));
  const [one, two] = refsOf("Confirm", looks("5 €", ...texts, other), looks("500 €", ...texts, other));
  assert.equal(two, one);
});

test("a control in one of several cards gets another ref where the heading above all cards changed", () => {
  const card = (name: string, top: number) =>
    node(
      { class: "androidx.cardview.widget.CardView", bounds: at(0, top, 1000, top + 200) },
      text(name, { bounds: at(20, top + 10, 400, top + 60) }),
      text("since May", { bounds: at(20, top + 60, 400, top + 100) }),
      button("", { class: "android.widget.Switch", checkable: "true", bounds: at(20, top + 110, 200, top + 190) }),
    );
  const looks = (heading: string, ...names: readonly string[]) => [
    text(heading, line(100)),
    ...names.map((name, nth) => card(name, 200 + nth * 220)),
  ];
  const switches = switchesOf(
    looks("Music", "Greta", "Keiko"),
    looks("Music", "Greta", "Keiko"),
    looks("Account", "Greta", "Keiko"),
  );
  const [before, same, other] = switches;
  assert.deepEqual(same, before);
  for (const [nth, ref] of (before ?? []).entries()) assert.notEqual(other?.[nth], ref);
  const [all, less] = switchesOf(looks("Music", "Greta", "Keiko", "Nora"), looks("Music", "Greta", "Keiko"));
  assert.deepEqual(less, all?.slice(0, 2), "a removed card proves nothing about the others");
});

/** The refs of all switches of one page after another. */
function switchesOf(...pages: readonly (readonly TreeNode[])[]): readonly (readonly string[])[] {
  const next = refCounter();
  let last: Screen | null = null;
  return pages.map((parts) => {
    const { viewHierarchy } = screenWith(page(text("Mail", { bounds: at(0, 0, 1000, 80) }), ...parts));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    return last.elements.filter(({ role }) => role === "switch").map(({ ref }) => ref);
  });
}

test("a control below a title with a count gets another ref for another title, and the same for another count", () => {
  const looks = (title: string, count: string) => [
    text(title, line(300)),
    text(count, line(400)),
    button("Continue", line(600)),
  ];
  const [orders, more, jobs] = refsOf(
    "Continue",
    looks("Orders", "18 online"),
    looks("Orders", "19 online"),
    looks("Jobs 38", "19 online"),
  );
  assert.equal(more, orders);
  assert.notEqual(jobs, orders);
});

test("a heading replaced by a sentence is another heading, and one that scrolled out of sight is not", () => {
  const below = [button("Continue", line(600)), text("Help", line(800))];
  const inScroller = (...parts: readonly TreeNode[]) => [
    node({ class: "android.widget.ScrollView", scrollable: "true", bounds: at(0, 100, 1000, 1800) }, ...parts),
  ];
  const orders = inScroller(text("Orders", line(300)), ...below);
  const [first, gone] = refsOf("Continue", orders, inScroller(...below));
  assert.equal(gone, first);
  const [shown, none] = refsOf("Continue", orders, inScroller(text("There is nothing.", line(300)), ...below));
  assert.notEqual(none, shown);
});

test("elements below a replaced title of a scrolling page get other refs, even where a row has the old title's text", () => {
  const row = (name: string, top: number) =>
    node(
      { class: "android.widget.LinearLayout", clickable: "true", bounds: at(0, top, 1000, top + 120) },
      text(name, { bounds: at(20, top + 20, 400, top + 100) }),
      button("", { class: "android.widget.Switch", checkable: "true", bounds: at(600, top + 20, 800, top + 100) }),
    );
  const looks = (title: string, first: number, ...rows: readonly string[]) => {
    const scroller = { class: "android.widget.ScrollView", scrollable: "true", bounds: at(0, 0, 1000, 1800) };
    const heads = [text(title, line(first)), text("Sharing", line(first + 100))];
    return node(scroller, ...heads, ...rows.map((name, nth) => row(name, first + 200 + nth * 130)));
  };
  const switchOf = (name: string, ...pages: readonly TreeNode[]) => {
    let last: Screen | null = null;
    const next = refCounter();
    return pages.map((parts) => {
      const { viewHierarchy } = screenWith(page(parts));
      last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
      const at = last.elements.findIndex(({ labels, role }) => role === "row" && labels.includes(name));
      return last.elements.slice(at).find(({ role }) => role === "switch")?.ref;
    });
  };
  const family = looks("Family", 100, "Location", "Photos");
  const [shown, later] = switchOf("Photos", family, looks("Family", 100, "Calendar", "Location", "Photos"));
  assert.equal(later, shown, "a row that came above changes nothing");
  const [own, other] = switchOf("Photos", family, looks("Guests", 100, "Family", "Location", "Photos"));
  assert.notEqual(other, own);
  const guests = looks("Guests", 100, "Location", "Photos");
  const saying = (words: string, parts: TreeNode) => ({
    ...parts,
    children: [...(parts.children ?? []), text(words, line(1500))],
  });
  const [mine, theirs] = switchOf("Photos", family, saying("Family", guests));
  assert.notEqual(theirs, mine, "the same text elsewhere is not the title");
  const guestsLater = looks("Guests", 100, "Calendar", "Location", "Photos");
  const above = (parts: TreeNode) => node({ bounds: at(0, 0, 1000, 2000) }, parts, text("Guests", line(1900)));
  const [sure, unsure] = switchOf("Photos", above(family), above(guestsLater));
  assert.notEqual(unsure, sure, "the new title's text elsewhere did not replace the title");
  const [before, scrolled] = switchOf("Photos", family, looks("Family", 40, "Location", "Photos"));
  assert.equal(scrolled, before);
  const withStrip = (title: string) => {
    const rest = looks(title, 200, "Location", "Photos");
    const strip = text("Away until Monday", line(200));
    return { ...rest, children: [text(title, line(100)), strip, ...(rest.children ?? []).slice(1)] };
  };
  const [ours, moved] = switchOf("Photos", family, withStrip("Family"));
  assert.equal(moved, ours, "a strip that came below the title changes nothing");
  const [known, foreign] = switchOf("Photos", family, withStrip("Guests"));
  assert.notEqual(foreign, known, "a strip came below another title, which was not visible before");
  const [held, up] = switchOf("Photos", withStrip("Family"), {
    ...family,
    children: [
      text("Away until Monday", line(100)),
      ...(looks("Family", 100, "Location", "Photos", "Music").children ?? []).slice(1),
    ],
  });
  assert.equal(up, held, "the strip took the title's place when everything scrolled to another row");
});

test("a row gets another ref where its switch was toggled, unless the switch is clickable itself", () => {
  const refsOf = (takesClicks: boolean, ...looks: readonly (boolean | null)[]) => {
    const next = refCounter();
    let last: Screen | null = null;
    return looks.map((isOn) => {
      const looksOn = { class: "android.widget.Switch", checkable: "true", checked: String(isOn) };
      const turns = node({ ...looksOn, clickable: String(takesClicks), bounds: at(800, 100, 1000, 200) });
      const parts = [text("Wi-Fi", { bounds: at(0, 100, 700, 200) }), ...(isOn === null ? [] : [turns])];
      const row = node({ class: "android.widget.LinearLayout", clickable: "true" }, ...parts);
      const { viewHierarchy } = screenWith(page(row, text("Networks", { bounds: at(0, 300, 1000, 400) })));
      last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
      return last.elements.find(({ actions }) => actions.includes("click"))?.ref;
    });
  };
  const [off, on, stillOn] = refsOf(false, false, true, true);
  assert.notEqual(on, off);
  assert.equal(stillOn, on);
  const [first, ...others] = refsOf(true, false, true);
  assert.deepEqual(others, [first]);
  const [whole, ...cut] = refsOf(false, true, null);
  assert.deepEqual(cut, [whole]);
});

test("a calendar day gets another ref once another month is between the paging buttons", () => {
  const month = (name: string, ...more: readonly TreeNode[]) => [
    button("Previous", { bounds: at(0, 100, 200, 180) }),
    text(name, { bounds: at(200, 100, 800, 180) }),
    button("Next", { bounds: at(800, 100, 1000, 180) }),
    ...["Mon", "Tue", "Wed"].map((day, nth) => text(day, { bounds: at(nth * 300, 200, nth * 300 + 280, 280) })),
    ...[1, 2, 3, 4, 5, 6].map((day, nth) => {
      const [left, top] = [(nth % 3) * 300, 300 + Math.floor(nth / 3) * 100];
      return button(String(day), { bounds: at(left, top, left + 280, top + 80) });
    }),
    ...more,
  ];
  const [march, same, april] = refsOf("5", month("March 2026"), month("March 2026"), month("April 2026"));
  assert.equal(same, march);
  assert.notEqual(april, march);
  const remove = button("Remove all", line(600));
  const [own, other] = refsOf("Remove all", month("March 2026", remove), month("April 2026", remove));
  assert.equal(other, own, "an element with its own label is not named by a row");
});

test("numbers entered in a field do not change the meaning of the field", () => {
  const field = (words: string) => ({
    ...button(words, { class: "android.widget.EditText", bounds: at(0, 300, 1000, 380) }),
  });
  const form = (words: string) => [
    text("Payment", { bounds: at(0, 100, 400, 180) }),
    button("Help", { bounds: at(800, 100, 1000, 180) }),
    field(words),
  ];
  const sections = [form("Amount"), form("2026")].map((parts) => {
    const { viewHierarchy } = screenWith(page(text("Mail", { bounds: at(0, 0, 1000, 80) }), ...parts));
    const elements = assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, null, refCounter());
    return elements.find(({ actions }) => actions.includes("edit"))?.context.section;
  });
  assert.equal(sections[1], sections[0]);
});

test("a text that comes between a page's title and its rows changes no ref, now and in later observations", () => {
  const row = (name: string, top: number) =>
    node(
      { class: "android.widget.LinearLayout", bounds: at(0, top, 1000, top + 100) },
      text(name, { bounds: at(0, top + 20, 600, top + 80) }),
      button("", { "content-desc": `Call ${name}`, bounds: at(700, top, 800, top + 100) }),
      button("Delete", { bounds: at(850, top, 1000, top + 100) }),
    );
  const rows = (top: number) => [row("Ann", top), row("Bob", top + 110), row("Eve", top + 220)];
  const banner = text("New version is ready", line(120));
  const below = [banner, ...rows(220)];
  const more = [...below, text("Updated today", line(900))];
  const [first, ...others] = refsOf("Delete", rows(120), below, more, below, rows(120));
  assert.deepEqual(others, [first, first, first, first]);
  const [own, other] = refsOf(
    "Delete",
    [text("Friends", line(120)), ...rows(220)],
    [text("Family", line(120)), ...rows(220)],
  );
  assert.notEqual(other, own, "where the heading was replaced they are other rows");
});

test("a control beside a count belongs to the names of its card", () => {
  const card = (author: string, words: string, top: number, likes = "12") =>
    node(
      { class: "android.widget.LinearLayout", bounds: at(0, top, 1000, top + 300) },
      text(author, { bounds: at(20, top, 500, top + 60) }),
      text(words, { bounds: at(20, top + 70, 500, top + 130) }),
      button("Follow", { bounds: at(20, top + 150, 220, top + 230) }),
      text(likes, { bounds: at(240, top + 160, 300, top + 220) }),
    );
  const feed = (author: string, words = "New bike") => [card(author, words, 100), card("Sven", "New bike", 420, "7")];
  const [ann, same, bob] = refsOf("Follow", feed("Ann"), feed("Ann"), feed("Bob"));
  assert.equal(same, ann);
  assert.notEqual(bob, ann);
  const [bike, sold] = refsOf("Follow", feed("Ann"), feed("Ann", "Sold my bike"));
  assert.notEqual(sold, bike);
});

test("elements beside a navigation rail get other refs where another item is selected, and elements below it do not", () => {
  const looks = (selected: string, where: string, names = ["Ann", "Bob", "Eve"]) => {
    const parts = names.map((words, nth) =>
      button(words, { bounds: at(0, 100 + nth * 100, 400, 190 + nth * 100), selected: String(words === selected) }),
    );
    const rail = node({ class: "android.widget.LinearLayout", bounds: at(0, 100, 400, 400) }, ...parts);
    return [rail, button("Delete", { bounds: where })];
  };
  const [beside, below] = [at(500, 250, 800, 340), at(0, 600, 300, 690)];
  const [ann, same, bob] = refsOf("Delete", looks("Ann", beside), looks("Ann", beside), looks("Bob", beside));
  assert.equal(same, ann);
  assert.notEqual(bob, ann);
  const [own, still] = refsOf("Delete", looks("Ann", below), looks("Bob", below));
  assert.equal(still, own);
  const [first, sorted] = refsOf("Delete", looks("Ann", beside), looks("Ann", beside, ["Eve", "Bob", "Ann"]));
  assert.equal(sorted, first, "where the parts of the rail changed places, the page is the same");
});

test("a control gets another ref where its heading moved below it and a new one is above", () => {
  const before = { Settings: 50, Network: 200, "Delete all": 400, Sound: 900 };
  const [first, other] = looksAt(before, { Settings: 50, "Guest user": 200, "Delete all": 400, Network: 900 });
  assert.notEqual(other?.ref, first?.ref);
  assert.deepEqual(other?.was, [first?.ref]);
  const [own, same] = looksAt(before, { Settings: 50, Network: 200, "Guest user": 300, "Delete all": 400, Sound: 900 });
  assert.equal(same?.ref, own?.ref, "a heading in between is not the heading of another section");
});
