import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../src/base/assets.js";
import { tempFolder } from "../support/temp-folder.js";

type Texts = readonly { readonly place: string; readonly text: string }[];

interface Script {
  textsOfPage(file: string): Texts;
  textsOfSource(file: string): Texts;
}

/** Scripts have no types. */
const SCRIPT = pathToFileURL(join(packageRoot(), "scripts", "english", "texts.mjs")).href;

function shown(texts: Texts): readonly string[] {
  return texts.map(({ place, text }) => `${place.replace(/^.*:/, "")} ${text}`);
}

test("LanguageTool reads every paragraph, item and cell of a page, without code blocks", async () => {
  const { textsOfPage }: Script = await import(SCRIPT);
  using folder = tempFolder();
  const page = join(folder.path, "page.md");
  const table = ["| One cell | Another one |", "| --- | --- |"];
  writeFileSync(
    page,
    ["# A page", "It goes", "on: [there](x.md).", "```sh", "no text", "```", "- an item", ...table].join("\n"),
  );
  assert.deepEqual(shown(textsOfPage(page)), [
    "1 A page",
    "2 It goes on: there.",
    "7 an item",
    "8 One cell",
    "8 Another one",
  ]);
});

test("LanguageTool reads the doc comments of a source, with names that fit a and an in place of code", async () => {
  const { textsOfSource }: Script = await import(SCRIPT);
  using folder = tempFolder();
  const source = join(folder.path, "source.ts");
  writeFileSync(source, "// not read\n/** Gives an `error` and\n * a `task`. */\nconst text = 1;\n");
  assert.deepEqual(shown(textsOfSource(source)), ["2 Gives an Appium and a Pixel."]);
});
