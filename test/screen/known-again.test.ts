import assert from "node:assert/strict";
import { test } from "node:test";
import type { UiElement } from "../../src/screen/element.js";
import { at, button, list, node, text } from "../support/build-screen.js";
import { beside, labelled, line, observationsOf, partOf, row, scroller, toggle } from "../support/named-rows.js";
import type { TreeNode } from "../support/ui-tree.js";

test("a button with a running counter keeps its ref when content above moves it and it counts on", () => {
  const at1 = (top: number) => ({ bounds: at(0, top, 400, top + 100) });
  const rest = (top: number) => [button("Save", at1(top - 200)), button("Stop", at1(top + 200))];
  const [first, second, third] = observationsOf(
    [...rest(500), button("Mute (5)", at1(500))],
    [...rest(500), button("Mute (7)", at1(500))],
    [text("Nothing is lost.", at1(200)), ...rest(700), button("Mute (10)", { bounds: at(0, 700, 430, 800) })],
  );
  const counting = labelled(second, "Mute (7)");
  assert.deepEqual(counting.was, [labelled(first, "Mute (5)").ref]);
  assert.equal(labelled(third, "Mute (10)").ref, counting.ref);
});

test("a row with a running counter keeps its ref and those of its parts, whatever comes above", () => {
  const rows = (minutes: string, top = 200) => [
    row("Bob", "3 min", top),
    row("Carol", minutes, top + 120),
    row("Frank", "7 min", top + 240),
    row("Greta", "9 min", top + 360),
  ];
  const [first, second, third] = observationsOf(
    [list(...rows("10 min"))],
    [list(...rows("11 min"))],
    [list(row("Ines", "1 min", 200), ...rows("12 min", 320))],
  );
  assert.deepEqual(labelled(second, "11 min").was, [labelled(first, "10 min").ref]);
  assert.deepEqual(partOf(second, "11 min").was, [partOf(first, "10 min").ref]);
  assert.equal(labelled(third, "12 min").ref, labelled(second, "11 min").ref);
  assert.equal(partOf(third, "12 min").ref, partOf(second, "11 min").ref);
});

test("a switch in one line with a name keeps its ref on a scrolling page, whatever comes below and counts", () => {
  const [first, second, third] = observationsOf(
    [scroller(...line("Bob", "3 min", 200), ...line("Carol", "10 min", 400), ...line("Frank", "7 min", 600))],
    [scroller(...line("Bob", "3 min", 200), ...line("Carol", "11 min", 400), ...line("Frank", "7 min", 600))],
    [
      scroller(
        ...line("Bob", "3 min", 200),
        ...line("Carol", "12 min", 400),
        ...line("Ines", "1 min", 600),
        ...line("Frank", "7 min", 800),
      ),
    ],
  );
  assert.deepEqual(beside(second, "Carol").was, [beside(first, "Carol").ref]);
  assert.equal(beside(third, "Carol").ref, beside(second, "Carol").ref);
  assert.equal(beside(third, "Frank").ref, beside(first, "Frank").ref);
});

test("the first switch below a heading is not recognised by the heading, since an equal row may have come above", () => {
  const heading = text("Photos", { bounds: at(0, 100, 1000, 160) });
  const rest = (top: number) => row("Keiko", "3 min", top);
  const [first, second] = observationsOf(
    [heading, row("Emma", "Orders", 170), rest(290)],
    [heading, row("Emma", "Orders", 170), row("Emma", "Orders", 290), rest(410)],
  );
  const emmas = second?.filter(({ role }) => role === "switch").slice(0, 2) ?? [];
  assert.equal(emmas.length, 2);
  for (const { ref } of emmas) assert.notEqual(ref, partOf(first, "Emma").ref);
});

test("an unmoved row is not recognised where a cut-off row below it may have the same text", () => {
  const rows = [row("Bob", "3 min", 1380), row("Carol", "5 min", 1500), row("Omar", "7 min", 1620)];
  const [first, second] = observationsOf(
    [list(...rows, row("Paula", "Backup", 1740), row("Frank", "Work", 1860))],
    [list(...rows, row("Paula", "Backup", 1740), row("Paula", "Backup", 1860))],
  );
  assert.notEqual(labelled(second, "Backup").ref, labelled(first, "Backup").ref);
  assert.notEqual(partOf(second, "Backup").ref, partOf(first, "Backup").ref);
  assert.equal(labelled(second, "Omar").ref, labelled(first, "Omar").ref);
});

test("a row is not recognised beside a cut-off row that may be the same one with all toggles changed", () => {
  const rowOf = (name: string | null, top: number, on: readonly [boolean, boolean]) => {
    const end = Math.min(top + 120, 1900);
    const words = name === null ? [] : [text(name, { bounds: at(0, top, 500, top + 60) })];
    const switches = on.map((isOn, place) => toggle(at(600 + place * 200, top, 700 + place * 200, end), isOn));
    const whole = { class: "android.view.ViewGroup", clickable: "true", bounds: at(0, top, 1000, end) };
    return node(whole, ...words, ...switches);
  };
  const rows = (strip: readonly [boolean, boolean]) => [
    list(
      rowOf("Bob", 1510, [true, true]),
      rowOf("Carol", 1630, [true, false]),
      rowOf("Alice", 1750, [false, false]),
      rowOf(null, 1870, strip),
    ),
  ];
  const [first, came, gone, one] = observationsOf(
    ...[true, false, true].map((is) => rows([is, is])),
    rows([true, false]),
  );
  assert.notEqual(labelled(came, "Alice").ref, labelled(first, "Alice").ref);
  assert.notEqual(partOf(came, "Alice").ref, partOf(first, "Alice").ref);
  assert.equal(partOf(came, "Carol").ref, partOf(first, "Carol").ref);
  // Where the strip is unchanged, the row may have been removed and the strip's row may have taken its place.
  assert.notEqual(partOf(gone, "Alice").ref, partOf(came, "Alice").ref);
  // A toggle changed in the strip proves nothing about the rows beside it.
  assert.equal(partOf(one, "Alice").ref, partOf(gone, "Alice").ref);
});

test("a card is not recognised beside a new card that is cut off and may have the same text", () => {
  const card = (top: number, ...words: readonly string[]) => {
    const end = Math.min(top + 200, 1900);
    const texts = words.map((one, line) => text(one, { bounds: at(0, top + line * 60, 500, top + line * 60 + 50) }));
    const whole = { class: "androidx.cardview.widget.CardView", clickable: "true", bounds: at(0, top, 1000, end) };
    return node(whole, ...texts);
  };
  const column = (...cards: readonly TreeNode[]) => [
    node({ class: "android.widget.LinearLayout", bounds: at(0, 100, 1000, 1900) }, ...cards),
  ];
  const cards = [card(1200, "Omar", "Work"), card(1410, "Carol", "Storage"), card(1620, "Omar", "Work")];
  const [first, came, gone] = observationsOf(column(...cards), column(...cards, card(1830, "Omar")), column(...cards));
  const refsOf = (elements: readonly UiElement[] | undefined) =>
    elements?.filter(({ labels }) => labels.includes("Work")).map(({ ref }) => ref) ?? [];
  assert.equal(refsOf(came)[0], refsOf(first)[0]);
  assert.notEqual(refsOf(came)[1], refsOf(first)[1]);
  assert.notEqual(refsOf(gone)[1], refsOf(came)[1]);
  assert.equal(labelled(gone, "Carol").ref, labelled(first, "Carol").ref);
});

test("a switch is not recognised where another one with its text came or went beside it, and is where only toggled", () => {
  const named = (words: string, top: number, isOn: boolean) =>
    node({
      ...{ class: "android.widget.Switch", text: words, clickable: "true", checkable: "true", checked: String(isOn) },
      bounds: at(0, top, 1000, top + 120),
    });
  const [first, came, gone] = observationsOf(
    [scroller(named("Garden", 200, true), named("Music", 320, false), named("Copies", 440, true))],
    [scroller(named("Garden", 200, true), named("Garden", 320, true), named("Music", 440, false))],
    [scroller(named("Garden", 200, true), named("Music", 320, false), named("Copies", 440, true))],
  );
  const refsOf = (elements: readonly UiElement[] | undefined, label: string) =>
    elements?.filter(({ labels }) => labels.includes(label)).map(({ ref }) => ref) ?? [];
  assert.ok(!refsOf(came, "Garden").includes(labelled(first, "Garden").ref));
  assert.ok(!refsOf(came, "Garden").includes(labelled(gone, "Garden").ref));
  // Up to Android 10 a switch shows only its state where its name is beside it.
  const [both, one] = observationsOf(
    [scroller(named("ON", 200, true), named("ON", 320, true))],
    [scroller(named("OFF", 200, false), named("ON", 320, true))],
  );
  assert.deepEqual(refsOf(one, "ON"), refsOf(both, "ON").slice(1));
  assert.deepEqual(labelled(one, "OFF").was, refsOf(both, "ON").slice(0, 1));
});

test("a sum of money in a row is not a counter, however often it changes", () => {
  const rows = (sum: string) => [list(row("Bob", "3 min", 200), row("Carol", sum, 320), row("Frank", "7 min", 440))];
  const [first, second, third] = observationsOf(rows("5 €"), rows("50 €"), rows("500 €"));
  const refs = [first, second, third].map(
    (elements, index) => labelled(elements, ["5 €", "50 €", "500 €"][index] ?? "").ref,
  );
  assert.equal(new Set(refs).size, 3);
});

test("neither of two rows with one name is recognised where one of them counted on", () => {
  const rows = (one: string, other: string) => [
    list(row("Bob", "3 min", 200), row("Carol", one, 320), row("Carol", other, 440), row("Frank", "7 min", 560)),
  ];
  const [first, second] = observationsOf(rows("10 min", "20 min"), rows("11 min", "20 min"));
  assert.deepEqual(labelled(second, "11 min").was, []);
  assert.notEqual(labelled(second, "11 min").ref, labelled(first, "10 min").ref);
});

test("an element that comes to a counter's place while its neighbours move is not that counter", () => {
  const rows = (top: number, words: string, where: number) => [
    list(
      row("Bob", "x", top),
      row("Carol", "y", top + 240),
      row("Frank", "z", top + 360),
      row("Message", words, where),
    ),
  ];
  const [, second] = observationsOf(rows(300, "1", 420), rows(240, "2", 420));
  assert.deepEqual(labelled(second, "2").was, []);
});

test("the first row of a list keeps its ref and those of its parts when a row comes directly below it", () => {
  const rest = ["Carol", "Frank", "Greta", "Ines", "Omar"];
  const rows = (names: readonly string[]) => list(...names.map((name, at) => row(name, "free", 100 + at * 120)));
  const [first, second] = observationsOf([rows(["Bob", ...rest])], [rows(["Bob", "Nora", ...rest])]);
  assert.equal(labelled(second, "Bob").ref, labelled(first, "Bob").ref);
  assert.equal(partOf(second, "Bob").ref, partOf(first, "Bob").ref);
});

test("rows that the keyboard leaves visible keep their refs, even if only two are left", () => {
  const names = ["Bob", "Carol", "Frank", "Greta", "Ines"];
  const rows = (bottom: number) => {
    const inSight = names.map((name, place) => row(name, "free", 100 + place * 120, bottom));
    const bounds = at(0, 100, 1000, bottom);
    const shown = inSight.slice(0, Math.ceil((bottom - 100) / 120));
    return node({ class: "androidx.recyclerview.widget.RecyclerView", scrollable: "true", bounds }, ...shown);
  };
  const [first, second] = observationsOf([rows(1900)], [rows(370)]);
  for (const name of ["Bob", "Carol"]) assert.equal(labelled(second, name).ref, labelled(first, name).ref);
});

test("a row that scrolled in at the end of a list is not an equal row that was removed", () => {
  const rows = (...names: readonly string[]) =>
    list(...names.map((name, place) => row(name, "free", 1280 + place * 120)));
  const rest = ["Bob", "Carol", "Frank"];
  const [first, second] = observationsOf(
    [rows(...rest, "Advert", "Greta", "Advert")],
    [rows(...rest, "Greta", "Advert", "Omar")],
  );
  const whole = (elements: readonly UiElement[] | undefined) =>
    elements?.find(({ labels }) => labels.join(" ") === "Advert free")?.ref;
  assert.equal(first?.filter(({ labels }) => labels.includes("Advert")).length, 2);
  assert.notEqual(whole(second), undefined);
  assert.notEqual(whole(second), whole(first));
});

/** The visible part of a page of fields without captions. */
function form(bottom: number, online: string, focused: string): TreeNode {
  const fields = ["Street", "Note", "E-mail", "City"].map((words, at_) => {
    const bounds = at(20, 300 + at_ * 150, 980, 400 + at_ * 150);
    const field = {
      class: "android.widget.EditText",
      clickable: "true",
      text: words,
      focused: String(words === focused),
    };
    return { top: 300 + at_ * 150, view: node({ ...field, bounds }) };
  });
  const inSight = fields.filter(({ top }) => top < bottom).map(({ view }) => view);
  const title = text("Storage", { bounds: at(0, 210, 500, 280) });
  const bounds = at(0, 100, 1000, bottom);
  const scrollable = String(bottom < 900);
  const count = text(online, { bounds: at(0, 120, 500, 200) });
  return node({ class: "android.webkit.WebView", scrollable, bounds }, count, title, ...inSight);
}

test("fields with unchanged place and content keep their refs when the keyboard covers another field", () => {
  const [first, second] = observationsOf([form(1900, "14 online", "")], [form(720, "15 online", "E-mail")]);
  for (const words of ["Street", "Note", "E-mail"]) {
    assert.equal(labelled(second, words).ref, labelled(first, words).ref, words);
  }
});

test("a button beside a text is not recognised by the text in a column of similar buttons", () => {
  const icons = (count: number) => [
    ...["Shop", "Nothing chosen", "Help", "About"].map((words, place) =>
      text(words, { bounds: at(400, 150 + place * 110, 900, 200 + place * 110) }),
    ),
    ...Array.from({ length: count }, (_, place) =>
      node({
        class: "android.widget.ImageButton",
        clickable: "true",
        bounds: at(0, 260 + place * 400, 100, 360 + place * 400),
      }),
    ),
  ];
  const iconsOf = (elements: readonly UiElement[] | undefined) =>
    elements?.filter(({ role }) => role === "button") ?? [];
  const [first, second] = observationsOf([scroller(...icons(3))], [scroller(...icons(2))]);
  const refs = new Set(iconsOf(first).map(({ ref }) => ref));
  assert.deepEqual(
    iconsOf(second).filter(({ ref }) => refs.has(ref)),
    [],
  );
});

test("a switch keeps its ref by its name where the row above is new and the text below counts", () => {
  const rest = (top: number) => [
    ...line("Carol", "3 min", top),
    text("Garden", { bounds: at(0, top + 200, 1000, top + 260) }),
  ];
  const [first, second, third] = observationsOf(
    [scroller(text("7 online", { bounds: at(0, 100, 500, 180) }), ...line("Frank", "11 min", 200), ...rest(400))],
    [scroller(text("8 online", { bounds: at(0, 100, 500, 180) }), ...line("Frank", "13 min", 200), ...rest(400))],
    [
      scroller(
        ...[text("9 online", { bounds: at(0, 100, 500, 180) }), ...line("Mehmet", "15 min", 200)],
        ...[...line("Frank", "17 min", 400), ...rest(600)],
      ),
    ],
  );
  assert.deepEqual(beside(second, "Frank").was, [beside(first, "Frank").ref]);
  assert.equal(beside(third, "Frank").ref, beside(second, "Frank").ref);
});

test("a field whose upper part scrolls out of the page keeps its ref", () => {
  const fields = (moved: number) =>
    ["City", "Street", "Phone"].map((words, place) => {
      const top = 150 + place * 150 - moved;
      const bounds = at(20, Math.max(100, top), 980, top + 100);
      return node({ class: "android.widget.EditText", clickable: "true", text: words, bounds });
    });
  const rows = (moved: number) =>
    ["Bob", "Carol", "Frank"].map((name, place) => row(name, "free", 700 + place * 120 - moved));
  const [first, second] = observationsOf([scroller(...fields(0), ...rows(0))], [scroller(...fields(90), ...rows(90))]);
  for (const words of ["City", "Street", "Phone"]) {
    assert.equal(labelled(second, words).ref, labelled(first, words).ref, words);
  }
});

test("a row keeps its ref and its section when its list begins to scroll because of content above", () => {
  const names = ["Bob", "Carol", "Frank", "Greta"];
  const rows = (scrollable: boolean, top: number) => {
    const bounds = at(0, top, 1000, 1900);
    const children = names.map((name, place) => row(name, "free", top + place * 120));
    return node(
      { class: "androidx.recyclerview.widget.RecyclerView", scrollable: String(scrollable), bounds },
      ...children,
    );
  };
  const heading = (top: number) => text("Friends", { bounds: at(0, top, 1000, top + 100) });
  const [first, second] = observationsOf(
    [text("Shop", { bounds: at(0, 0, 1000, 90) }), heading(100), rows(false, 200)],
    [
      ...[text("Shop", { bounds: at(0, 0, 1000, 90) }), text("Nothing is lost.", { bounds: at(0, 100, 1000, 300) })],
      ...[heading(300), rows(true, 400)],
    ],
  );
  for (const name of names) assert.equal(labelled(second, name).ref, labelled(first, name).ref, name);
});

test("a row below the fields that the keyboard leaves visible keeps its ref", () => {
  const names = ["Alice", "Nora", "Alice", "Carol"];
  const fields = ["City", "Street"].map((words, place) =>
    node({
      class: "android.widget.EditText",
      clickable: "true",
      text: words,
      bounds: at(20, 150 + place * 150, 980, 250 + place * 150),
    }),
  );
  const shown = (bottom: number) => {
    const hidden = node({
      class: "android.widget.EditText",
      clickable: "true",
      text: "Phone",
      bounds: at(20, 1500, 980, 1600),
    });
    const rows = names.map((name, place) => row(name, "free", 450 + place * 120, bottom));
    const inSight = bottom < 1000 ? [...fields, ...rows.slice(0, 3)] : [...fields, ...rows, hidden];
    return node(
      { class: "android.widget.ScrollView", scrollable: "true", bounds: at(0, 100, 1000, bottom) },
      ...inSight,
    );
  };
  const [first, second] = observationsOf([shown(1900)], [shown(740)]);
  assert.equal(labelled(second, "Nora").ref, labelled(first, "Nora").ref);
});
