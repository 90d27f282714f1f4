import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connect } from "../../src/library/connect.js";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

test("a file named on the command line or by a program may be read and written in its folder", async () => {
  await using product = await startProduct({ ...SMALL });
  const file = join(product.folder, "notes.txt");
  writeFileSync(file, "Milk");
  const pushed = await runFovea(["push", file, "/data/local/tmp/", ...productFlags(product)]);
  assert.match(pushed.stdout, /^wrote 4 bytes to \/data\/local\/tmp\/notes\.txt\nconfirmed: /, pushed.stderr);
  const output = join(product.folder, "pulled");
  const flags = [...productFlags(product), "--output-dir", output];
  const pulled = await runFovea(["pull", "/data/local/tmp/notes.txt", "--save-as", "back.txt", ...flags]);
  assert.match(pulled.stdout, /^saved 4 bytes as /, pulled.stderr);
  assert.equal(readFileSync(join(output, "back.txt"), "utf8"), "Milk");
  const { adbPort, config, serial } = product;
  const options = { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, companion: "off", outputDir: output };
  await using phone = await connect({ device: serial, options });
  assert.equal((await phone.files.push(file, { to: "/sdcard/Documents/" })).proof, "confirmed");
  const [entry] = await phone.files.list("/sdcard/Documents");
  assert.deepEqual([entry?.name, entry?.kind, entry?.size], ["notes.txt", "file", 4]);
  const { savedAs, size } = await phone.files.pull("/sdcard/Documents/notes.txt");
  assert.deepEqual([savedAs, size], [join(output, "notes.txt"), 4]);
  await assert.rejects(phone.files.scan("/sdcard/Documents"), { code: "INVALID_ARGUMENT" });
});

test("fovea record-screen records for some seconds, and a program records between two calls", async () => {
  await using product = await startProduct({ ...SMALL });
  const file = join(product.folder, "short.mp4");
  const flags = productFlags(product);
  const recorded = await runFovea(["record-screen", file, "--seconds", "1", "--size", "180x400", ...flags]);
  assert.match(recorded.stdout, /^saved \d+\.\d s of video as .*short\.mp4\n$/, recorded.stderr);
  assert.equal(readFileSync(file).toString("latin1", 4, 8), "ftyp");
  const { adbPort, config, serial, folder } = product;
  const options = { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, companion: "off", outputDir: folder };
  await using phone = await connect({ device: serial, options });
  assert.equal((await phone.device.startVideo({ size: "180x400" })).proof, "confirmed");
  const { videos } = await phone.device.stopVideo({ saveAs: "b.mp4" });
  assert.deepEqual(
    videos.map(({ path, parts }) => [path, parts]),
    [[join(folder, "b.mp4"), 1]],
  );
});
