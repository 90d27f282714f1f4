import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAccessibilityDump } from "../../../src/devices/on-device/accessibility-dump.js";

test("each user's services are read for themselves", () => {
  const state = (id: number, label: string, component: string, crashed: string) =>
    [
      "User state[",
      `     attributes:{id=${id}, touchExplorationEnabled=false}`,
      `     Bound services:{Service[label=${label}, feedbackType[FEEDBACK_GENERIC], capabilities=1]}`,
      `     Enabled services:{{${component}}}`,
      "     Binding services:{}",
      `     Crashed services:{${crashed}}]`,
    ].join("\n");
  const text = `ACCESSIBILITY MANAGER (dumpsys accessibility)\n\n${state(0, "One", "a.b/a.b.C", "")}\n${state(10, "Two {x}", "d/.E", "{f/.G}")}\n`;
  const { users, hasUiAutomation } = parseAccessibilityDump(text);
  assert.deepEqual(users, [
    { id: 0, enabled: ["a.b/a.b.C"], bound: ["One"], binding: [], crashed: [] },
    { id: 10, enabled: ["d/.E"], bound: ["Two {x}"], binding: [], crashed: ["f/.G"] },
  ]);
  assert.equal(hasUiAutomation, false);
});

test("the older form tells what is bound only, and a UiAutomation of any form is seen", () => {
  const early =
    "User state[attributes:{id=0, currentUser=true}\n           services:{Service[label=Talk, feedbackType[x]]}]\n";
  const { users } = parseAccessibilityDump(early);
  assert.deepEqual(users, [{ id: 0, enabled: null, bound: ["Talk"], binding: null, crashed: null }]);
  for (const line of ["Ui Automation[eventTypes=x]", "     UiAutomation=com.x", "mUiAutomationService=Service[…]"])
    assert.ok(parseAccessibilityDump(`${early}${line}\n`).hasUiAutomation, line);
  assert.ok(!parseAccessibilityDump(`${early}UiAutomation=null\n`).hasUiAutomation);
  assert.deepEqual(parseAccessibilityDump("something else").users, []);
});
