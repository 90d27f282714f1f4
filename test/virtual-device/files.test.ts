import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MemoryFiles } from "../../packages/virtual-android/src/files.js";
import { type Errno, SystemError } from "../../packages/virtual-android/src/linux/errno.js";

const bytes = (text: string) => Buffer.from(text);

const text = (content: Uint8Array | undefined) => content && Buffer.from(content).toString();

function newFiles(): MemoryFiles {
  return MemoryFiles.create(() => 1_700_000_000);
}

function failsWith(errno: Errno) {
  return (error: unknown) => error instanceof SystemError && error.errno === errno;
}

describe("the files of the phone", () => {
  it("are the same under /sdcard, /storage/self/primary and /storage/emulated/0", () => {
    const files = newFiles();
    files.write("/sdcard/a.txt", bytes("hello"));
    assert.equal(text(files.read("/storage/emulated/0/a.txt")), "hello");
    assert.equal(text(files.read("/storage/self/primary/a.txt")), "hello");
    assert.equal(files.realPath("/sdcard/a.txt"), "/storage/emulated/0/a.txt");
    assert.equal((files.linkStat("/sdcard")?.mode ?? 0) & 0o170000, 0o120000);
  });

  it("that are missing read as undefined, also where a folder on the path is missing", () => {
    const files = newFiles();
    assert.equal(files.read("/data/local/tmp/nope"), undefined);
    assert.equal(files.stat("/nope/at/all"), undefined);
    assert.throws(() => files.write("/data/local/tmp/nope/x", bytes("")), failsWith("ENOENT"));
  });

  it("refuse the shell user what a user build refuses", () => {
    const files = newFiles();
    assert.throws(() => files.list("/data"), failsWith("EACCES"));
    assert.throws(() => files.list("/data/media"), failsWith("EACCES"));
    assert.throws(() => files.write("/data/x", bytes("")), failsWith("EACCES"));
    assert.throws(() => files.write("/system/x", bytes("")), failsWith("EROFS"));
    assert.throws(() => files.makeFolder("/x"), failsWith("EROFS"));
    assert.throws(() => files.remove("/system/bin"), failsWith("EROFS"));
  });

  it("can be written by the system itself, which creates missing folders", () => {
    const files = newFiles();
    files.asRoot().write("/data/app/some/base.apk", bytes("apk"), 0o644);
    assert.equal(text(files.asRoot().read("/data/app/some/base.apk")), "apk");
    assert.equal(files.stat("/data/app/some/base.apk")?.uid, 1000);
  });

  it("keep the content that a reader opened while they are changed", () => {
    const files = newFiles();
    files.write("/data/local/tmp/f", bytes("one"));
    const before = files.read("/data/local/tmp/f");
    files.append("/data/local/tmp/f", bytes(" two"));
    const between = files.read("/data/local/tmp/f");
    files.openForWriting("/data/local/tmp/f", { truncate: false, permissions: 0o666 }).write(0, bytes("ONE"));
    assert.equal(text(before), "one");
    assert.equal(text(between), "one two");
    assert.equal(text(files.read("/data/local/tmp/f")), "ONE two");
  });

  it("grow by appending without loss", () => {
    const files = newFiles();
    const handle = files.openForWriting("/data/local/tmp/f", { truncate: true, permissions: 0o666 });
    for (let index = 0; index < 1000; index += 1) handle.write(handle.size, bytes(`${index}\n`));
    const expected = Array.from({ length: 1000 }, (_, index) => `${index}\n`).join("");
    assert.equal(text(files.read("/data/local/tmp/f")), expected);
  });

  it("include folders: full ones are not removed, and names are sorted", () => {
    const files = newFiles();
    files.makeFolder("/data/local/tmp/d");
    files.write("/data/local/tmp/d/b", bytes(""));
    files.write("/data/local/tmp/d/a", bytes(""));
    assert.deepEqual(files.list("/data/local/tmp/d"), ["a", "b"]);
    assert.throws(() => files.remove("/data/local/tmp/d"), failsWith("ENOTEMPTY"));
    assert.throws(() => files.read("/data/local/tmp/d"), failsWith("EISDIR"));
    assert.throws(() => files.stat("/data/local/tmp/d/a/x"), failsWith("ENOTDIR"));
    assert.equal(files.remove("/data/local/tmp/d/a"), true);
    assert.equal(files.remove("/data/local/tmp/d/a"), false);
  });

  it("follow links, except in a circle", () => {
    const files = newFiles();
    files.makeLink("/data/local/tmp/l", "/sdcard/Download");
    files.write("/data/local/tmp/l/x", bytes("x"));
    assert.equal(text(files.read("/sdcard/Download/x")), "x");
    files.makeLink("/data/local/tmp/one", "two");
    files.makeLink("/data/local/tmp/two", "one");
    assert.throws(() => files.read("/data/local/tmp/one"), failsWith("ELOOP"));
  });

  it("can be moved and given a time", () => {
    const files = newFiles();
    files.write("/data/local/tmp/a", bytes("a"), 0o640);
    files.setModified("/data/local/tmp/a", 42);
    files.rename("/data/local/tmp/a", "/data/local/tmp/b");
    assert.equal(files.stat("/data/local/tmp/a"), undefined);
    const stat = files.stat("/data/local/tmp/b");
    assert.deepEqual([stat?.mode, stat?.mtimeSeconds, stat?.size], [0o100640, 42, 1]);
  });
});
