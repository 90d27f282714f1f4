import assert from "node:assert/strict";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder, makeFolderSync } from "../../src/base/make-folder.js";
import { connect } from "../../src/library/connect.js";
import { tempFolder } from "../support/temp-folder.js";

for (const { name, make } of [
  { name: "makeFolder", make: makeFolder },
  { name: "makeFolderSync", make: async (path: string) => makeFolderSync(path) },
]) {
  test(`${name} makes folders for their owner only, returns the first new one, and fails where none can be made`, async () => {
    using folder = tempFolder();
    const path = join(folder.path, "a", "b", "c");
    assert.equal(await make(path), join(folder.path, "a"));
    assert.equal(statSync(path).mode & 0o777, 0o700);
    assert.equal(await make(path), undefined);
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    await assert.rejects(make(file), { code: "EEXIST" });
    await assert.rejects(make(join(file, "below")));
    await assert.rejects(make("/proc/none/below"), { code: "ENOENT" });
  });
}

test("a trace that cannot be written ends, and the phone is still closed", async () => {
  const phone = await connect({ virtual: {}, options: { trace: "/proc/none" } });
  await phone.observe();
  await phone.close();
});
