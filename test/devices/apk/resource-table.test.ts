import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LABEL_RESOURCE, writeLabelTable } from "../../../packages/virtual-android/src/apk/resource-table.js";
import { isFoveaError } from "../../../src/base/errors.js";
import { readResourceTexts } from "../../../src/devices/apk/resource-table.js";
import { textForLocales } from "../../../src/devices/apk/text-for-locales.js";
import { readZipEntry } from "../../../src/devices/apk/zip-entry.js";
import { needsPrograms } from "../../support/needs.js";

const TEXTS: Readonly<Record<string, string>> = {
  values: "Clock",
  "values-night": "Dark clock",
  "values-de": "Uhr",
  "values-pt-rBR": "Relógio",
  "values-b+zh+Hant": "時鐘",
  "values-fil": "Orasan",
};
const READ = { "": "Clock", de: "Uhr", "pt-BR": "Relógio", "zh-Hant": "時鐘", fil: "Orasan" };

/** A table of Android's own compiler. */
function compile(folder: string): Buffer {
  for (const [name, text] of Object.entries(TEXTS)) {
    mkdirSync(join(folder, "res", name), { recursive: true });
    const more = name === "values" ? '<string name="same">@string/app_name</string>' : "";
    const strings = `<resources><string name="app_name">${text}</string>${more}</resources>`;
    writeFileSync(join(folder, "res", name, "strings.xml"), strings);
  }
  const [manifest, compiled, apk] = [join(folder, "m.xml"), join(folder, "c.zip"), join(folder, "a.apk")];
  writeFileSync(manifest, '<manifest package="com.example.label"/>');
  execFileSync("aapt2", ["compile", "--dir", join(folder, "res"), "-o", compiled]);
  execFileSync("aapt2", ["link", "-o", apk, "--manifest", manifest, compiled]);
  return readZipEntry(readFileSync(apk), "resources.arsc", 1_000_000);
}

const { test: withCompiler } = needsPrograms("aapt2");

withCompiler("texts and references are read as Android's compiler wrote them", () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-arsc-"));
  try {
    const table = compile(folder);
    assert.deepEqual(Object.fromEntries(readResourceTexts(table, 0x7f010000)), READ);
    assert.deepEqual(Object.fromEntries(readResourceTexts(table, 0x7f010001)), READ);
    assert.equal(readResourceTexts(table, 0x7f010002).size, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a resource table that is cut off or changed is read or refused as broken", () => {
  const table = writeLabelTable(
    "com.example",
    new Map(Object.entries(READ).filter(([tag]) => tag.length < 6 && tag !== "fil")),
  );
  assert.equal(readResourceTexts(table, LABEL_RESOURCE).get("de"), "Uhr");
  const tryIt = (bytes: Buffer) => {
    try {
      readResourceTexts(bytes, LABEL_RESOURCE);
    } catch (error) {
      assert.ok(isFoveaError(error, "NOT_THIS_FORMAT"), String(error));
    }
  };
  for (let length = 0; length < table.length; length += 1) tryIt(table.subarray(0, length));
  for (let at = 0; at < table.length; at += 1) {
    for (const value of [0, 1, 0x7f, 0xff]) tryIt(Buffer.from(table.with(at, value)));
  }
});

/** The same table with its type chunks written another way. */
function rewritten(table: Buffer, change: (type: Buffer) => void): Buffer {
  const copy = Buffer.from(table);
  const head = Buffer.from([0x01, 0x02, 84, 0]); // a type, and the size of its header
  for (let at = copy.indexOf(head); at >= 0; at = copy.indexOf(head, at + 1)) change(copy.subarray(at));
  return copy;
}

test("sparse entries, short offsets and compact entries are read", () => {
  const table = writeLabelTable("com.example", new Map([["", "Clock"]]));
  const isRead = (change: (type: Buffer) => void) => {
    const texts = readResourceTexts(rewritten(table, change), LABEL_RESOURCE);
    assert.deepEqual(Object.fromEntries(texts), { "": "Clock" });
  };
  isRead((type) => type.writeUInt8(1, 9)); // sparse: entry 0 at 0
  isRead((type) => type.writeUInt8(2, 9)); // short offsets: 0
  isRead((type) => {
    type.writeUInt16LE(0x0308, 84 + 4 + 2); // a text, compact
    type.writeUInt32LE(0, 84 + 4 + 4);
  });
  const other = rewritten(table, (type) => {
    type.writeUInt8(1, 9);
    type.writeUInt16LE(5, 84); // sparse: only entry 5
  });
  assert.equal(readResourceTexts(other, LABEL_RESOURCE).size, 0);
});

test("resources that refer to each other in a cycle have no text", () => {
  const table = writeLabelTable(
    "com.example",
    new Map([
      ["", "A"],
      ["de", "B"],
    ]),
  );
  const text = Buffer.from([8, 0, 0, 3]);
  for (let at = table.indexOf(text); at >= 0; at = table.indexOf(text, at + 1)) {
    table.writeUInt8(1, at + 3);
    table.writeUInt32LE(LABEL_RESOURCE, at + 4);
  }
  assert.equal(readResourceTexts(table, LABEL_RESOURCE).size, 0);
});

test("textForLocales returns the first available language of the user, in its script, by region if possible", () => {
  const texts = new Map(Object.entries({ ...READ, "de-CH": "Zytglogge" }));
  const shown = (...locales: readonly string[]) => textForLocales(texts, locales);
  assert.equal(shown("de-AT"), "Uhr");
  assert.equal(shown("de-CH"), "Zytglogge");
  assert.equal(shown("pt-PT"), "Relógio");
  assert.equal(shown("zh-TW"), "時鐘");
  assert.equal(shown("zh-CN"), "Clock");
  assert.equal(shown("fr-FR", "de-DE"), "Uhr");
  assert.equal(shown("en-GB", "de-DE"), "Clock");
  assert.equal(shown("no tag", ""), "Clock");
  assert.equal(textForLocales(new Map([["de", "Uhr"]]), ["fr"]), null);
});
