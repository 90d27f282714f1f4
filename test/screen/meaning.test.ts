import assert from "node:assert/strict";
import { test } from "node:test";
import { compareMeaning, isOnlyCounting } from "../../src/screen/meaning.js";
import { at, node, page, screenWith } from "../support/build-screen.js";

const BUTTON = "android.widget.Button";
const TEXT = "android.widget.TextView";

test("a counter changes by small amounts; numbers far from before, and possible money, are a different text", () => {
  const goesOn = ["Inbox (3)|Inbox (4)", "12:59 left|13:00 left", "9 online|11 online", "٣ new|٤ new"];
  const isOther = [
    "Invest 41|Invest 400",
    "支払う 41|支払う 400",
    "Delete 41 files|Delete 4100 files",
    "Rs. 41|Rs. 42",
    "41|41 new",
  ];
  for (const pair of [...goesOn, ...isOther]) {
    const [before = "", after = ""] = pair.split("|");
    assert.equal(isOnlyCounting(before, after), goesOn.includes(pair), pair);
  }
});

test("a number on a control may change by less than one in a text, except the minutes of a time", () => {
  const changeOf = (className: string, pair: string) => {
    const [before, after] = pair.split("|").map((words) => {
      const shown = node({
        class: className,
        text: words,
        clickable: String(className !== TEXT),
        bounds: at(0, 0, 500, 100),
      });
      const { elements, viewHierarchy } = screenWith(page(shown));
      const element = elements.find(({ labels }) => labels.includes(words));
      assert.ok(element, words);
      return { element, node: viewHierarchy.nodes[element.node ?? -1] };
    });
    assert.ok(before && after);
    return compareMeaning(before, after);
  };
  for (const pair of ["Invest 41|Invest 90", "支払う 41|支払う 90", "Order 41 pizzas|Order 90 pizzas"]) {
    assert.equal(changeOf(BUTTON, pair), "other", pair);
  }
  for (const pair of ["Inbox (3)|Inbox (9)", "Resend in 1:00|Resend in 0:31"]) {
    assert.equal(changeOf(BUTTON, pair), "figures", pair);
  }
  assert.equal(changeOf(TEXT, "41 online|90 online"), "figures");
});
