import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("the selected tab and destination are reported as selected", () => {
  using device = openPhone({ app: "com.fovea.world" });
  const selected = () =>
    device
      .nodes()
      .filter((node) => node.isSelected)
      .map((node) => node.contentDescription);
  assert.deepEqual(selected(), ["Greetings", "Home 🏠"]);
  device.tap("Numbers");
  device.tap("Favourites");
  assert.deepEqual(selected(), ["Numbers", "Favourites"]);
  assert.ok(device.texts().includes("− 40 °C".replace(" ", "")));
});

test("a filter chip changes the text size", () => {
  using device = openPhone({ app: "com.fovea.world" });
  const height = () => {
    const bounds = device.nodes().find((node) => node.text === "Hello, world! 👋")?.bounds;
    return (bounds?.bottom ?? 0) - (bounds?.top ?? 0);
  };
  const before = height();
  device.tap("Big letters");
  assert.ok(height() > before);
});
