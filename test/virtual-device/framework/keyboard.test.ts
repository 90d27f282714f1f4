import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

function nameField(device: ReturnType<typeof openPhone>): string | undefined {
  return device.nodes().find((node) => node.resourceId.endsWith("id/name"))?.text;
}

test("a tap on a text field shows the keyboard, and its keys type into the field", () => {
  using device = openPhone({ app: "com.fovea.form" });
  assert.deepEqual([device.phone.state().ime.isVisible, device.phone.state().ime.wasShown], [false, false]);
  device.tap("Given and family name");
  const { ime } = device.phone.state();
  assert.deepEqual([ime.isVisible, ime.inputPackage], [true, "com.fovea.form"]);
  for (const key of ["A", "b", "c", "Space", "Shift", "X"]) device.tap(key);
  assert.equal(nameField(device), "Abc X");
  device.tap("Delete");
  assert.equal(nameField(device), "Abc ");
});

test("the keyboard reduces the space of the content and returns it", () => {
  using device = openPhone({ app: "com.fovea.form" });
  const bottom = () => device.nodes().find((node) => node.resourceId.endsWith("id/form_scroll"))?.bounds.bottom ?? 0;
  const before = bottom();
  device.tap("Given and family name");
  const frame = device.phone.state().ime.frame;
  assert.equal(bottom(), frame?.top);
  device.phone.key("BACK", "down-up");
  device.wait();
  assert.equal(bottom(), before);
  assert.equal(device.phone.state().focusedActivity?.packageName, "com.fovea.form");
});

test("for 0.4 s after it is hidden, the keyboard's insets source keeps its frame and is invisible", () => {
  using device = openPhone({ app: "com.fovea.form" });
  const source = () => device.phone.state().insets.find((inset) => inset.kind === "ime");
  device.tap("Given and family name");
  const shown = source();
  device.phone.key("BACK", "down-up");
  assert.deepEqual(source(), { ...shown, visible: false });
  device.wait(450);
  assert.equal(source()?.frame.bottom, 0);
});

test("a field that the keyboard would cover is scrolled into view", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("A few words (optional)");
  const field = device.nodes().find((node) => node.resourceId.endsWith("id/about"));
  const keyboard = device.phone.state().ime.frame;
  assert.ok(field && keyboard && field.bounds.bottom <= keyboard.top);
  assert.ok(field.bounds.bottom - field.bounds.top > 200, "all of it is visible");
});

test("a number field gets a number pad, and an e-mail field an @", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("0–150");
  const keys = () => {
    const ime = device.phone.accessibilityWindows().find((window) => window.kind === "inputMethod");
    return JSON.stringify(ime?.root ?? null);
  };
  assert.ok(!keys().includes('"q"') && keys().includes('"7"'));
  device.tap("name@example.com");
  assert.ok(keys().includes('"@"'));
});

test("ENTER moves to the next field, visible or not, and the keyboard types there", () => {
  using device = openPhone({ app: "com.fovea.form" });
  const texts = () =>
    ["name", "email"].map((id) => device.nodes().find((node) => node.resourceId.endsWith(`id/${id}`))?.text);
  device.tap("Given and family name");
  device.phone.typeText("A\nb");
  device.wait();
  assert.deepEqual(texts(), ["A", "b"]);
  device.tap("x");
  assert.deepEqual(texts(), ["A", "bx"]);
  device.phone.typeText("\n\n\n");
  device.wait();
  assert.equal(device.nodes().find((node) => node.isFocused)?.resourceId, "com.fovea.form:id/about");
  assert.equal(device.phone.state().ime.isVisible, true);
});

test("the centre key of the D-pad shows the keyboard again, and types nothing", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("A few words (optional)");
  device.phone.key("BACK", "down-up");
  device.wait();
  assert.equal(device.phone.state().ime.isVisible, false);
  device.phone.key("DPAD_CENTER", "down-up");
  device.wait();
  assert.equal(device.phone.state().ime.isVisible, true);
  assert.equal(device.nodes().find((node) => node.resourceId.endsWith("id/about"))?.text, "A few words (optional)");
});

test("the action key of the last field hides the keyboard", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("0–150");
  device.tap("Done");
  assert.equal(device.phone.state().ime.isVisible, false);
});

test("a text longer than its field shows its end, with the caret", () => {
  const screenAfter = (id: string, text: string) => {
    using device = openPhone({ app: "com.fovea.form" });
    device.tap(id);
    device.phone.typeText(text);
    device.wait(2000);
    return Buffer.from(device.phone.pixels()?.rgba ?? []);
  };
  const isSeen = (id: string, head: string) => !screenAfter(id, `${head}O`).equals(screenAfter(id, `${head}Q`));
  assert.ok(isSeen("Given and family name", "m".repeat(50)), "one line");
  assert.ok(isSeen("A few words (optional)", "line\n".repeat(9)), "several lines");
});

test("a tap in a text moves the caret to its place, and after the text to its end", () => {
  using device = openPhone({ app: "com.fovea.form" });
  const field = (id: string) => device.nodes().find((node) => node.resourceId.endsWith(`id/${id}`));
  const tapAt = (id: string, share: number, line = 0.5) => {
    const { left, right, top, bottom } = field(id)?.bounds ?? { left: 0, right: 0, top: 0, bottom: 0 };
    device.phone.touchDown({ x: left + (right - left) * share, y: top + (bottom - top) * line });
    device.phone.touchUp({ x: left + (right - left) * share, y: top + (bottom - top) * line });
    device.wait();
  };
  tapAt("name", 0.5);
  device.phone.typeText("abcdef");
  tapAt("name", 0.02);
  device.phone.typeText("1");
  tapAt("name", 0.9);
  device.phone.typeText("2");
  assert.equal(field("name")?.text, "1abcdef2");
  tapAt("about", 0.5);
  device.phone.typeText("first\nsecond");
  tapAt("about", 0.9, 0.2);
  device.phone.typeText("3");
  tapAt("about", 0.02, 0.9);
  device.phone.typeText("4");
  assert.equal(field("about")?.text, "first3\n4second");
});

test("leaving the app hides the keyboard", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("Given and family name");
  device.phone.key("HOME", "down-up");
  device.wait();
  assert.equal(device.phone.state().ime.isVisible, false);
});

test("typed text goes to the focused field, and nowhere without focus", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.phone.typeText("nowhere");
  device.tap("Given and family name");
  device.phone.typeText("Jo %s $HOME 'x' \"y\" \\ ~");
  assert.equal(nameField(device), "Jo %s $HOME 'x' \"y\" \\ ~");
  assert.throws(() => device.phone.typeText("ü"), RangeError);
});

test("keys edit the field: letters, digits, DEL, MOVE_HOME, FORWARD_DEL, select all", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("Given and family name");
  for (const key of ["A", "B", "1", "SPACE", "C"]) device.phone.key(key, "down-up");
  device.phone.key("DEL", "down-up");
  device.phone.key("MOVE_HOME", "down-up");
  device.phone.key("FORWARD_DEL", "down-up");
  assert.equal(nameField(device), "b1 ");
  device.phone.key("CTRL_LEFT+A", "down-up");
  device.phone.typeText("new");
  assert.equal(nameField(device), "new");
});

test("TAB moves from field to field, and ENTER presses the focused button", () => {
  using device = openPhone({ app: "com.fovea.sluggish" });
  device.phone.key("TAB", "down-up");
  const focused = device.nodes().find((node) => node.isFocused);
  assert.equal(focused?.text, "Work for 2 seconds");
  device.phone.key("ENTER", "down-up");
  device.wait(2500);
  assert.ok(device.texts().includes("Worked 1 times"));
});

test("a password is dots in pixels and hierarchy, and Android 7 does not report it at all", () => {
  for (const [apiLevel, expected] of [
    [24, ""],
    [28, "••••••"],
  ] as const) {
    using device = openPhone({ apiLevel, app: "com.fovea.form" });
    const before = device.phone.pixels();
    device.tap(apiLevel === 24 ? "At least 8 characters" : "At least 8 characters");
    device.phone.typeText("secret");
    const node = device.nodes().find((candidate) => candidate.isPassword);
    assert.equal(node?.text, expected);
    assert.notDeepEqual(device.phone.pixels()?.rgba, before?.rgba);
  }
});

test("an empty field reports its hint as text", () => {
  using device = openPhone({ app: "com.fovea.form" });
  const node = () => device.nodes().find((candidate) => candidate.resourceId.endsWith("id/name"));
  assert.deepEqual(
    [node()?.text, node()?.hint, node()?.isShowingHint],
    ["Given and family name", "Given and family name", true],
  );
  device.tap("Given and family name");
  device.phone.typeText("x");
  assert.deepEqual([node()?.text, node()?.hint, node()?.isShowingHint], ["x", "Given and family name", false]);
});
