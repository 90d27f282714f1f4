import assert from "node:assert/strict";
import { test } from "node:test";
import { buildGraph } from "../../src/graph/build/build-graph.js";
import { describeScreen } from "../../src/graph/describe-screen.js";
import { run, screen, step } from "../support/graph-screens.js";

test("describeScreen counts the elements that can be acted on, in correct plurals, the most frequent first", () => {
  const sketch = (role: string, name: string) => ({ labels: [name], role, resourceId: `com.example.app:id/${name}` });
  const shown = screen("Options", [
    ...["a", "b", "c"].map((name) => sketch("checkbox", name)),
    ...["d", "e"].map((name) => sketch("switch", name)),
    sketch("button", "f"),
  ]);
  const { vertices } = buildGraph([run("r", step(shown, "a"), step(shown, "b"))], 0);
  const [vertex] = vertices;
  assert.ok(vertex);
  assert.equal(describeScreen(vertex), 'screen "Options", 3 checkboxes 2 switches 1 button, in com.example.app');
});
