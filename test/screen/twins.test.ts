import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { ScreenMemory } from "../../src/screen/screen-memory.js";
import { at, button, node, page, text } from "../support/build-screen.js";
import { refCounter, type Screen } from "../support/screens.js";
import { type TreeNode, writeDump } from "../support/ui-tree.js";

/** Observes one hierarchy after another, as a session does. */
function looker(): (root: TreeNode) => Screen {
  const memory = new ScreenMemory();
  const next = refCounter();
  const scope = { bootId: "boot", source: "uiautomator", frontId: "window" } as const;
  const facts = { hierarchySource: scope.source, device: { bootId: "boot" }, activeWindow: { windowId: "window" } };
  let last: Screen | null = null;
  return (root) => {
    const viewHierarchy = parseHierarchy(writeDump([root], { singleQuotes: false, beyondAscii: "raw", pretty: false }));
    assert.ok(viewHierarchy);
    const remembered = (window: number) => memory.looksOf(viewHierarchy, window, scope);
    const elements = assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next, remembered);
    memory.note({ elements, viewHierarchy, ...facts, errors: [] });
    last = { elements, viewHierarchy };
    return last;
  };
}

const refsOf = ({ elements }: Screen) => elements.map(({ ref }) => ref);

/** The refs of the elements with this label, in order. */
function refsWith({ elements }: Screen, label: string): readonly string[] {
  return elements.filter(({ labels }) => labels.includes(label)).map(({ ref }) => ref);
}

function shopOf(titles: readonly string[], scrollable: string): TreeNode {
  const items = titles.map((title, place) => shopRow(title, place));
  const className = "androidx.recyclerview.widget.RecyclerView";
  return page(node({ class: className, scrollable, bounds: at(0, 100, 1000, 1900) }, ...items));
}

/** A row of a shop at this place from the top: a title, a star without text, and two buttons. */
function shopRow(title: string, place: number): TreeNode {
  const top = 100 + place * 150;
  const bounds = at(0, top, 1000, top + 150);
  const inRow = (left: number) => ({ bounds: at(left, top + 20, left + 100, top + 120) });
  return node(
    { class: "android.view.ViewGroup", clickable: "true", bounds },
    text(title, inRow(20)),
    node({ class: "android.widget.ImageButton", clickable: "true", ...inRow(400) }),
    button("Delete", inRow(550)),
    button("Buy", inRow(700)),
  );
}

const OTHERS = ["Bread", "Butter", "Cheese", "Dates", "Figs"];

for (const scrollable of ["true", "false"]) {
  test(`both of two equal rows, and their parts, lose their refs when one row is removed (scrollable ${scrollable})`, () => {
    const orders = [
      ["Milk", "Milk", ...OTHERS],
      ["Bread", "Milk", "Milk", "Butter", "Cheese", "Dates", "Figs"],
      [...OTHERS, "Milk", "Milk"],
    ];
    for (const titles of orders) {
      for (const gone of [titles.indexOf("Milk"), titles.lastIndexOf("Milk")]) {
        const look = looker();
        const first = look(shopOf(titles, scrollable));
        const second = look(shopOf(titles.toSpliced(gone, 1), scrollable));
        const [twin] = refsWith(second, "Milk");
        const parts = second.elements.filter(({ ref, parent }) => ref === twin || parent === twin);
        assert.equal(parts.length, 4);
        for (const { ref } of parts) assert.ok(!refsOf(first).includes(ref), `${ref} in ${titles} without ${gone}`);
      }
    }
  });

  test(`the remaining one of two equal rows with rows in between never has the other's ref (scrollable ${scrollable})`, () => {
    const titles = ["Bread", "Milk", "Butter", "Milk", "Cheese", "Dates", "Figs"];
    for (const [at, gone] of [1, 3].entries()) {
      const look = looker();
      const before = refsWith(look(shopOf(titles, scrollable)), "Milk");
      const [now] = refsWith(look(shopOf(titles.toSpliced(gone, 1), scrollable)), "Milk");
      assert.notEqual(now, before[at]);
    }
  });

  test(`a list item that was removed and is added again gets another ref (scrollable ${scrollable})`, () => {
    const look = looker();
    const [before, without] = [
      ["Milk", "Advert", ...OTHERS],
      ["Milk", ...OTHERS],
    ];
    const first = look(shopOf(before, scrollable));
    look(shopOf(without, scrollable));
    const third = look(shopOf(before, scrollable));
    assert.deepEqual(refsWith(third, "Cheese"), refsWith(first, "Cheese"));
    assert.notDeepEqual(refsWith(third, "Advert"), refsWith(first, "Advert"));
  });
}
