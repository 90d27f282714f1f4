import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnFloors, floorsIn } from "../../bench/room-floors.js";

test("floorsIn puts a file above all it imports, and counts the imports of a cycle that lead back up", () => {
  const room = floorsIn(
    "room",
    new Map([
      ["a.ts", ["b.ts", "c.ts"]],
      ["b.ts", ["c.ts"]],
      ["c.ts", []],
    ]),
  );
  assert.equal(drawnFloors(room), "room: 3 floors, 3 arrows, 0 back up\n   2  a.ts\n   1  b.ts\n   0  c.ts");
  const circle = floorsIn(
    "room",
    new Map([
      ["a.ts", ["b.ts"]],
      ["b.ts", ["a.ts"]],
    ]),
  );
  assert.equal(circle.back, 2);
});
