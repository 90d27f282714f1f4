import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { BLOCKS, codeBlocks } from "../support/code-blocks/code-blocks.js";

test("each example in the documents is a file that is compiled and run, shown word for word", () => {
  const blocks = codeBlocks();
  assert.deepEqual(blocks.map(({ name }) => name).toSorted(), Object.keys(BLOCKS).toSorted());
  for (const { name, code } of blocks) {
    const { file } = BLOCKS[name] ?? {};
    if (file !== undefined) assert.equal(code, readFileSync(join(packageRoot(), file), "utf8"), name);
  }
});
