import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { nodeIsTooOld, OLDEST_NODE } from "../../src/cli/oldest-node.js";

test("an older Node is refused with one sentence that names the needed and the present version", () => {
  for (const version of ["22.12.0", "20.19.0", "18.0.0", "8.17.0"]) {
    const said = nodeIsTooOld(version) ?? "";
    assert.match(
      said,
      /^fovea needs Node 22\.13 or later, and this is Node [\d.]+: install a newer one from nodejs\.org\.$/,
    );
    assert.ok(said.includes(`Node ${version}:`), said);
  }
  for (const version of ["22.13.0", "22.20.1", "24.0.0", "100.0.0"]) assert.equal(nodeIsTooOld(version), null, version);
});

test("the package requires the same Node version, and the program checks it before it loads anything else", () => {
  const read = (file: string) => readFileSync(join(packageRoot(), file), "utf8");
  const { engines } = JSON.parse(read("package.json"));
  assert.equal(`${engines.node}.0`, `>=${OLDEST_NODE}`);
  const imported = [...read("src/cli/main.ts").matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from);
  assert.deepEqual(imported, ["./oldest-node.js"]);
  assert.doesNotMatch(read("src/cli/oldest-node.ts"), /^import /m);
});
