import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { resolveStored, type StoredAnswer } from "../../src/screen/heal.js";
import { parseStored, type StoredSelector, storedSelectorsOf } from "../../src/screen/stored-selector.js";
import { at, list, node, page, screenWith, text } from "../support/build-screen.js";
import type { Screen } from "../support/screens.js";

/** An icon without text: its image, and other properties that may differ. */
interface Icon {
  readonly picture: string;
  readonly left?: number;
  readonly className?: string;
  readonly id?: string;
}

/** Fingerprints that differ strongly, and one that is complemented as in a dark theme. */
const PRINTS: Readonly<Record<string, string>> = {
  edit: "0123456789abcdef".repeat(4),
  trash: "00ff00ff0ff00ff0".repeat(4),
  share: "3c3c5a5a9696c3c3".repeat(4),
  play: "1111333377770f0f".repeat(4),
};

function complement(print: string): string {
  return [...print].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join("");
}

interface Bar {
  readonly icons: readonly Icon[];
  readonly title?: string;
  readonly isDark?: boolean;
  /** Without a screenshot there are no fingerprints. */
  readonly isSeen?: boolean;
}

/** A toolbar of icons below a title: the screen, and the element of each icon. */
function barOf({ icons, title = "Editor", isDark = false, isSeen = true }: Bar): Screen {
  const buttons = icons.map(({ left, className = "android.widget.ImageButton", id }, place) => {
    const from = left ?? 20 + place * 200;
    const named = id === undefined ? {} : { "resource-id": `com.example.app:id/${id}` };
    return node({ class: className, clickable: "true", ...named, bounds: at(from, 300, from + 120, 420) });
  });
  const frame = node({ class: "android.widget.FrameLayout", bounds: at(0, 250, 1000, 500) }, ...buttons);
  const screen = screenWith(page(text(title), frame));
  return printed(screen, (place) => {
    const print = PRINTS[icons[place]?.picture ?? ""];
    return isSeen && print !== undefined ? (isDark ? complement(print) : print) : null;
  });
}

/** The buttons of a screen with these fingerprints. */
function printed(screen: Screen, printOf: (place: number) => string | null): Screen {
  let place = -1;
  const elements = screen.elements.map((element) => {
    if (element.role !== "button") return element;
    place += 1;
    return { ...element, fingerprint: printOf(place) };
  });
  return { ...screen, elements };
}

function buttonsOf({ elements }: Screen) {
  return elements.filter(({ role }) => role === "button");
}

function storedOf(screen: Screen, icon: number): StoredSelector {
  const ref = buttonsOf(screen)[icon]?.ref;
  const stored = storedSelectorsOf(screen)[screen.elements.findIndex((element) => element.ref === ref)];
  assert.ok(stored);
  return parseStored(JSON.stringify(stored));
}

/** The place among the icons of the element that was found, and the reported differences; null for none or several. */
function found({ matches }: StoredAnswer, screen: Screen): { readonly icon: number; readonly changed: string } | null {
  const [only, ...others] = matches;
  if (!only || others.length > 0) return null;
  const icon = buttonsOf(screen).findIndex(({ ref }) => ref === only.element.ref);
  return { icon, changed: only.changed.join(" ") };
}

const icons = (...pictures: readonly string[]): readonly Icon[] => pictures.map((picture) => ({ picture }));
const BEFORE = icons("edit", "trash", "share");

test("a stored icon without text and id is found after any single change except of its image", () => {
  const stored = storedOf(barOf({ icons: BEFORE }), 1);
  const [edit, trash, share] = [{ picture: "edit" }, { picture: "trash" }, { picture: "share" }];
  const changes: readonly [string, Bar, number, RegExp][] = [
    ["nothing", { icons: BEFORE }, 1, /^$/],
    ["bounds", { icons: [edit, { ...trash, left: 260 }, share] }, 1, /^bounds$/],
    ["class", { icons: [edit, { ...trash, className: "com.example.RoundButton" }, share] }, 1, /className/],
    ["id", { icons: [edit, { ...trash, id: "delete" }, share] }, 1, /^id$/],
    ["place", { icons: [share, edit, trash] }, 2, /place bounds$/],
    ["one more in front", { icons: [{ picture: "play" }, ...BEFORE] }, 2, /place bounds$/],
    ["one less", { icons: [trash, share] }, 0, /place bounds$/],
    ["theme", { icons: BEFORE, isDark: true }, 1, /^$/],
    ["theme and order", { icons: [share, edit, trash], isDark: true }, 2, /place/],
    ["another title", { icons: BEFORE, title: "Reader" }, 1, /^$/],
  ];
  for (const [what, bar, icon, changed] of changes) {
    const screen = barOf(bar);
    const answer = found(resolveStored(stored, screen), screen);
    assert.equal(answer?.icon, icon, what);
    assert.match(answer?.changed ?? "", changed, what);
  }
});

test("a stored icon is not found where another image is in its place", () => {
  const stored = storedOf(barOf({ icons: BEFORE }), 1);
  const screen = barOf({ icons: icons("edit", "play", "share") });
  const answer = resolveStored(stored, screen);
  assert.deepEqual(answer.matches, []);
  assert.deepEqual(answer.guesses[0]?.changed, ["fingerprint"]);
});

test("of two equal icons none is used after a change, whether they are equal now or were when stored", () => {
  const alone = storedOf(barOf({ icons: BEFORE }), 1);
  const two = barOf({ icons: icons("edit", "share", "trash", "trash") });
  assert.deepEqual(resolveStored(alone, two).matches, []);
  const twin = storedOf(barOf({ icons: icons("edit", "trash", "trash") }), 1);
  const one = barOf({ icons: icons("trash", "share", "edit") });
  assert.deepEqual(resolveStored(twin, one).matches, []);
});

test("an element that shows nothing in the icon's place is not used, wherever the icon's image is", () => {
  const stored = storedOf(barOf({ icons: BEFORE }), 1);
  const screen = barOf({ icons: icons("edit", "blank", "share", "trash") });
  assert.equal(found(resolveStored(stored, screen), screen)?.icon, 3);
  assert.deepEqual(resolveStored(stored, barOf({ icons: icons("edit", "blank", "share") })).matches, []);
});

test("without a screenshot a stored icon is found only in its place", () => {
  const stored = storedOf(barOf({ icons: BEFORE }), 1);
  const still = barOf({ icons: BEFORE, isSeen: false });
  assert.equal(found(resolveStored(stored, still), still)?.icon, 1);
  const moved = barOf({ icons: icons("play", "edit", "trash", "share"), isSeen: false });
  assert.deepEqual(resolveStored(stored, moved).matches, []);
});

test("an icon in a list belongs to its row, whatever its image", () => {
  const listOf = (...rows: readonly (readonly [string, string])[]) => {
    const screen = screenWith(
      page(
        list(
          ...rows.map(([words], place) => {
            const top = 200 + place * 200;
            const icon = node({
              class: "android.widget.ImageButton",
              clickable: "true",
              bounds: at(800, top + 20, 920, top + 140),
            });
            const bounds = at(0, top, 1000, top + 160);
            return node(
              { class: "android.widget.LinearLayout", bounds },
              text(words, { bounds: at(0, top, 600, top + 160) }),
              icon,
            );
          }),
        ),
      ),
    );
    return printed(screen, (place) => PRINTS[rows[place]?.[1] ?? ""] ?? null);
  };
  const stored = storedOf(listOf(["Milk", "trash"], ["Bread", "edit"]), 0);
  const swapped = listOf(["Bread", "trash"], ["Milk", "edit"]);
  assert.deepEqual(resolveStored(stored, swapped).matches, []);
  const moved = listOf(["Bread", "edit"], ["Eggs", "share"], ["Milk", "trash"]);
  assert.equal(found(resolveStored(stored, moved), moved)?.icon, 2);
});

test("no change of a toolbar makes a stored icon resolve to another one", () => {
  const anyBar = fc.array(fc.constantFrom("edit", "trash", "share", "play", "blank"), { minLength: 1, maxLength: 5 });
  let healed = 0;
  fc.assert(
    fc.property(anyBar, anyBar, fc.nat(), fc.boolean(), (before, after, pick, isDark) => {
      const icon = pick % before.length;
      const wanted = before[icon] ?? "blank";
      const screen = barOf({ icons: icons(...after), isDark });
      const answer = found(resolveStored(storedOf(barOf({ icons: icons(...before) }), icon), screen), screen);
      if (!answer || wanted === "blank") return;
      if (answer.changed !== "") healed += 1;
      // Without an image on any icon there may be no screenshot, and the places have to suffice.
      const isSeen = after.some((picture) => picture !== "blank");
      const now = after[answer.icon];
      assert.ok(now === wanted || !isSeen, `${before} to ${after}: ${now}`);
    }),
    { numRuns: 500, seed: 5 },
  );
  assert.ok(healed > 50, `${healed} healed`);
});

test("a selector that was stored without a fingerprint is read as before", () => {
  const { fingerprint: _, unique, ...rest } = storedOf(barOf({ icons: BEFORE }), 1);
  const { id, words, labels } = unique;
  const old = parseStored(JSON.stringify({ ...rest, unique: { id, words, labels } }));
  const screen = barOf({ icons: BEFORE });
  assert.equal(found(resolveStored(old, screen), screen)?.icon, 1);
});
