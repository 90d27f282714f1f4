import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { messagesBench } from "../../bench/messages.js";
import { packageRoot } from "../../src/base/assets.js";

test("every message is printed in one line with its place: tables by entry, sources by file and line", async () => {
  const { text, figures } = await messagesBench.run([]);
  const lines = text.split("\n");
  assert.ok((figures[0]?.value ?? 0) > 1_500 && lines.length === figures[0]?.value);
  const placed = (place: RegExp, message: string) => {
    const line = lines.find((one) => one.includes(message) && place.test(one)) ?? assert.fail(message);
    return line.split("\t")[0] ?? "";
  };
  placed(/^error REF_STALE\t/, "Call observe and use a ref from its answer.");
  placed(/^option --adb-port\t/, "Port of the adb server.");
  placed(/^tool tap\t/, "Tap an element or a point.");
  placed(/^command tap\t/, "a label, e12");
  const [file = "", line = ""] = placed(/^src\//, "a label goes in double quotes").split(":");
  const source = readFileSync(join(packageRoot(), file), "utf8").split("\n")[Number(line) - 1];
  assert.ok(source?.includes("a label goes in double quotes"), `${file}:${line}`);
});
