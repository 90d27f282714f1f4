import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Driven, drive, hintsOf } from "../support/drive.js";
import { runOnPhone } from "../support/run-on-phone.js";

const BYTES = Buffer.from("not really a picture: é\n".repeat(5_000));

/** A server that may push out of one folder, in which `cat.png` lies. */
async function driveWithFolder(options: Parameters<typeof drive>[0] = {}): Promise<Driven & { readonly from: string }> {
  const filesDirs: string[] = [];
  const driven = await drive({ ...options, config: { tools: ["files"], filesDirs, ...options.config } });
  const from = join(driven.product.folder, "from");
  mkdirSync(from);
  writeFileSync(join(from, "cat.png"), BYTES);
  filesDirs.push(from);
  return { ...driven, from };
}

for (const apiLevel of [24, 29, 33])
  test(`files pushes a file, which galleries know, and pulls it back unchanged (API ${apiLevel})`, async () => {
    await using driven = await driveWithFolder({ apiLevel });
    const text = await driven.did("files", { push: "cat.png", to: "/sdcard/Pictures/" });
    assert.match(
      text,
      /^wrote 125000 bytes to \/storage\/emulated\/0\/Pictures\/cat\.png\nconfirmed: .*, the media index lists it/,
    );
    assert.equal(/SHA-256/.test(text), apiLevel >= 26);
    const media = "content query --uri content://media/external/images/media --projection _data:mime_type";
    assert.match(
      (await runOnPhone(driven.product.device, media)).stdout,
      /^Row: 0 _data=\/storage\/emulated\/0\/Pictures\/cat\.png, mime_type=image\/png$/m,
    );
    assert.match(await driven.did("files", { list: "/sdcard/Pictures" }), /^file "cat\.png" 125000 bytes \d{4}-/);
    const pulled = await driven.did("files", { pull: "/sdcard/Pictures/cat.png", save_as: "back.png" });
    assert.match(pulled, new RegExp(`^saved 125000 bytes as .*back\\.png\\nSHA-256 ${sha256(BYTES)}$`));
    assert.deepEqual(readFileSync(join(driven.product.folder, "output", "back.png")), BYTES);
    assert.deepEqual(await hintsOf(driven, "files"), [false, false, false, true]);
  });

test("files scan removes a deleted file from the media index", async () => {
  await using driven = await driveWithFolder();
  await driven.did("files", { push: "cat.png" });
  await runOnPhone(driven.product.device, "rm /sdcard/Download/cat.png");
  const text = await driven.did("files", { scan: "/sdcard/Download/cat.png" });
  assert.match(text, /\nconfirmed: the index no longer lists it$/);
  assert.deepEqual(driven.phone.managers.media.entries, []);
  await driven.refused("FILE_NOT_FOUND", "files", { scan: "/sdcard/Download/never-there.png" });
});

test("files replaces no file without being asked to, on the device or on the host", async () => {
  await using driven = await driveWithFolder();
  await driven.did("files", { push: "cat.png" });
  writeFileSync(join(driven.from, "cat.png"), "another");
  assert.match(
    await driven.refused("FILE_EXISTS", "files", { push: "cat.png" }),
    /has a file \/sdcard\/Download\/cat\.png already\nNext: .*`replace`/,
  );
  assert.equal(driven.phone.files.read("/sdcard/Download/cat.png")?.length, BYTES.length);
  await driven.did("files", { push: "cat.png", replace: true });
  assert.equal(Buffer.from(driven.phone.files.read("/sdcard/Download/cat.png") ?? []).toString(), "another");
  await driven.did("files", { pull: "/sdcard/Download/cat.png" });
  await driven.refused("PATH_NOT_ALLOWED", "files", { pull: "/sdcard/Download/cat.png" });
});

test("files reads and writes only allowed folders, on the device and on the host", async () => {
  await using driven = await driveWithFolder();
  symlinkSync("/etc/hostname", join(driven.from, "link.png"));
  for (const args of [
    { push: "/etc/hostname" },
    { push: "../state" },
    { push: "link.png" },
    { push: "cat.png", to: "/system/etc/" },
    { push: "cat.png", to: "/sdcard/../../system/etc/" },
    { push: "cat.png", to: "relative/" },
    { pull: "/data/system/packages.xml" },
    { pull: "/sdcard/a\nb" },
    { pull: "/sdcard/Download/cat.png", save_as: "../cat.png" },
    { pull: "/sdcard/Download/cat.png", save_as: "/tmp/cat.png" },
    { pull: "/sdcard/Download/cat.png", save_as: "con.png" },
    { pull: "/sdcard/Download/.." },
    { list: "/data/data" },
    { scan: "/proc/1/maps" },
  ])
    await driven.refused("PATH_NOT_ALLOWED", "files", args);
  await runOnPhone(driven.product.device, "ln -s /system/etc /data/local/tmp/out");
  await driven.refused("PATH_NOT_ALLOWED", "files", { pull: "/data/local/tmp/out" });
  await driven.refused("PATH_NOT_ALLOWED", "files", { list: "/data/local/tmp/out" });
  await driven.refused("FILE_NOT_FOUND", "files", { pull: "/sdcard/none.txt" });
  await runOnPhone(driven.product.device, "echo x > /data/local/tmp/closed; chmod 0 /data/local/tmp/closed");
  await driven.refused("PULL_FAILED", "files", { pull: "/data/local/tmp/closed" });
  assert.deepEqual(readdirSync(join(driven.product.folder, "output")), []);
  await driven.refused("FILE_NOT_FOUND", "files", { list: "/sdcard/None" });
  await driven.refused("INVALID_ARGUMENT", "files", { list: "/sdcard", pull: "/sdcard/a" });
  await driven.refused("INVALID_ARGUMENT", "files", {});
  await driven.refused("INVALID_ARGUMENT", "files", { pull: "/sdcard" });
  await driven.refused("INVALID_ARGUMENT", "files", { list: "/sdcard", to: "/sdcard/b" });
});

test("names from a device are quoted, and cannot choose a place on the host", async () => {
  await using driven = await driveWithFolder();
  driven.phone.files.write("/sdcard/Download/ev\nil \u202egnp.exe", BYTES);
  const text = await driven.did("files", { list: "/sdcard/Download" });
  assert.match(text, /^file "ev il gnp\.exe" 125000 bytes [^\n]*$/);
  assert.ok(!readdirSync(driven.product.folder).includes("output"));
});

test("without a folder for files nothing is pushed, and a read-only server still lists", async () => {
  await using driven = await drive({ config: { tools: ["files"], readOnly: true } });
  assert.match(await driven.did("files", { list: "/sdcard" }), /^folder "Alarms" /);
  await driven.refused("READ_ONLY", "files", { push: "cat.png" });
  await using open = await drive({ config: { tools: ["files"] } });
  assert.match(await open.refused("PATH_NOT_ALLOWED", "files", { push: "cat.png" }), /--files-dir/);
});

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
