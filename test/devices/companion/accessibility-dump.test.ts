import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAccessibilityDump } from "../../../src/devices/companion/accessibility-dump.js";
import { parseAccessibility } from "../../../src/observe/parse/accessibility.js";

test("the services of each user are read separately", () => {
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

test("the older format lists only bound services, and UiAutomation is found in every format", () => {
  const early =
    "User state[attributes:{id=0, currentUser=true}\n           services:{Service[label=Talk, feedbackType[x]]}]\n";
  const { users } = parseAccessibilityDump(early);
  assert.deepEqual(users, [{ id: 0, enabled: null, bound: ["Talk"], binding: null, crashed: null }]);
  for (const line of ["Ui Automation[eventTypes=x]", "     UiAutomation=com.x", "mUiAutomationService=Service[…]"])
    assert.ok(parseAccessibilityDump(`${early}${line}\n`).hasUiAutomation, line);
  assert.ok(!parseAccessibilityDump(`${early}UiAutomation=null\n`).hasUiAutomation);
  assert.deepEqual(parseAccessibilityDump("something else").users, []);
});

test("Samsung's lists with one numbered component per line are read", () => {
  const text = [
    "ACCESSIBILITY MANAGER (dumpsys accessibility)",
    "",
    "User state[attributes:{id=0, currentUser=true",
    "  mIsGestureNaviBar = false",
    "  }",
    "  installed services: {",
    "    0 : com.shop.app/.Reader  (A11yTool)",
    "    1 : dev.fovea.service/.FoveaAccessibilityService",
    "  }",
    "  enabled services: {",
    "    0 : dev.fovea.service/.FoveaAccessibilityService",
    "    1 : com.shop.app/.Reader  (A11yTool)",
    "  }",
    "  binding services: {",
    "    0 : com.shop.app/.Reader",
    "  }",
    "  bound services:{",
    "    0 : dev.fovea.service/.FoveaAccessibilityService",
    "  }",
    "  AccessibilityInputFilter:{",
    "  }]",
    "",
  ].join("\n");
  const service = "dev.fovea.service/.FoveaAccessibilityService";
  const [user] = parseAccessibilityDump(text).users;
  assert.deepEqual(user, {
    id: 0,
    enabled: [service, "com.shop.app/.Reader"],
    bound: [service],
    binding: ["com.shop.app/.Reader"],
    crashed: null,
  });
  const facts = parseAccessibility(text)?.accessibility;
  assert.deepEqual(facts?.enabled, user?.enabled);
  assert.deepEqual(facts?.bound, [service]);
  // As a phone without any of them prints it.
  const none = parseAccessibility("  enabled services: {\n  }\n  binding services: {\n  }\n  bound services:{\n  }\n");
  assert.deepEqual(none?.accessibility.enabled, []);
  assert.deepEqual(none?.accessibility.bound, []);
});

test("the facts are those of the user in front, wherever that user's state is in the dump", () => {
  const state = (attributes: string, component: string) =>
    [
      `User state[`,
      `     attributes:{${attributes}}`,
      `     Enabled services:{{${component}}}`,
      "     Binding services:{}",
    ].join("\n");
  const dump = (...lines: readonly string[]) =>
    ["ACCESSIBILITY MANAGER (dumpsys accessibility)", "", ...lines, ""].join("\n");
  const enabledIn = (text: string) => parseAccessibility(text)?.accessibility.enabled;
  const users = [state("id=0, touchExplorationEnabled=false", "a/.Owner"), state("id=10", "b/.Work")];
  assert.deepEqual(enabledIn(dump("currentUserId=10", ...users)), ["b/.Work"]);
  assert.deepEqual(enabledIn(dump("currentUserId=0", ...users)), ["a/.Owner"]);
  assert.deepEqual(enabledIn(dump(...users)), ["a/.Owner"]);
  const older = [state("id=0, currentUser=false", "a/.Owner"), state("id=10, currentUser=true", "b/.Work")];
  assert.deepEqual(enabledIn(dump(...older)), ["b/.Work"]);
  // A second state of that user is made up by a label.
  assert.equal(enabledIn(dump("currentUserId=10", ...users, state("id=10", "c/.Evil"))), null);
});

test("UiAutomation is found after all users and within a user's attributes, and never in text of an app", () => {
  const service = (label: string) => `Service[label=${label}, feedbackType[FEEDBACK_GENERIC], capabilities=1]`;
  const state = (id: number, bound = "") =>
    `User state[\n     attributes:{id=${id}}\n     Bound services:{${bound}}\n     Enabled services:{}\n     Crashed services:{}`;
  const dump = (...lines: readonly string[]) =>
    ["ACCESSIBILITY MANAGER (dumpsys accessibility)", "", ...lines, ""].join("\n");
  const isSeen = (text: string) => {
    const { hasUiAutomation } = parseAccessibilityDump(text);
    assert.equal(parseAccessibility(text)?.accessibility.uiAutomation, hasUiAutomation, text);
    return hasUiAutomation;
  };
  const automation = "Ui Automation[eventTypes=TYPES_ALL_MASK, notificationTimeout=0]";
  assert.ok(isSeen(dump(state(0), state(10), automation)));
  assert.ok(isSeen(dump(state(0, service("Talk")), automation)));
  assert.ok(
    isSeen(dump(`User state[attributes:{id=0, autoclickEnabled=false, ${service("UiAutomation")}}`, "services:{}]")),
  );
  assert.ok(isSeen(dump(`User state[attributes:{id=0, autoclickEnabled=false, ${automation}`, "  services:{}]")));
  for (const words of [
    automation,
    `x\n${automation}`,
    `x, feedbackType\n${automation}`,
    "mUiAutomationService=Service[",
  ])
    assert.ok(!isSeen(dump(state(0, service(words)))), words);
  for (const title of [automation, `x\n${automation}`])
    assert.ok(!isSeen(dump(state(0), `Window[AccessibilityWindowInfo[title=${title}, displayId=0]]`)), title);
});
