import assert from "node:assert/strict";
import { test } from "node:test";
import { isOnlyCounting } from "../../src/screen/meaning.js";

test("what counts goes on by few; figures that are far from what they were, or may be money, are other words", () => {
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
