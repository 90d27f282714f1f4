// The texts that LanguageTool checks: documents, doc comments, and the messages of `bench -- messages`. A name replaces
// each piece of code, because sentences use code like a name.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PAGES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"];
const SOURCES = ["src", "packages/virtual-android/src", "packages/fovea-agent/src"];

/** Names that replace code, in turn, so that no word seems to be repeated; names for use after "an" follow. */
const NAMES = ["Fovea", "Maestro", "Pixel"];
const NAMES_WITH_VOWEL = ["Android", "Appium", "Acme"];

/** The texts of README, docs and the packages' pages: with file, place and text. */
export function pageTexts() {
  const packages = ["packages/virtual-android/README.md", "packages/fovea-agent/README.md"];
  const pages = [...PAGES, ...packages, ...filesIn("docs", ".md")];
  return pages.flatMap((file) => textsOfPage(file).map((text) => ({ file, ...text })));
}

export function sourceTexts() {
  const files = SOURCES.flatMap((folder) => filesIn(folder, ".ts"));
  return files.flatMap((file) => textsOfSource(file).map((text) => ({ file, ...text })));
}

/** Sources whose strings are search words, scripts, or data of documents: the documents themselves are checked. */
const WORD_LISTS =
  /^src\/(?:screen\/(?:expected\/named-element|spoken-to-assistants)|devices\/quote|replay\/script\/guest|observe\/webview\/page-script|cli\/(?:completion|docs\/.*))\.ts/;

/** The messages of the product, from `bench -- messages`; "…" replaces inserted values. */
export function messageTexts() {
  const output = execFileSync(process.execPath, ["dist/bench/main.js", "messages"], { maxBuffer: 2 ** 26 });
  return String(output)
    .split("\n")
    .filter((line) => line.includes("\t"))
    .filter((line) => !WORD_LISTS.test(line))
    .flatMap((line) => {
      const [place, ...words] = line.split("\t");
      const file = `messages of ${place.replace(/:\d+$/, "")}`.replaceAll(" ", "_");
      return words
        .join(" ")
        .split(" / ") // the lines of a usage message
        .map((text) =>
          plain(text)
            .replace(/(?<![^\s("'])…(?![^\s)"',.;:?!])/g, "Fovea")
            .replace(/ {2,}/g, ": "),
        )
        .map((text) => ({ file, place: place.includes(":") ? place : file, text }));
    });
}

/** The paragraphs, list items, headings and cells of a page, each with its line. */
export function textsOfPage(file) {
  const texts = [];
  let fence = "";
  let block = null;
  const end = () => {
    if (block) texts.push(block);
    block = null;
  };
  const page = readFileSync(file, "utf8").replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ""));
  for (const [index, line] of page.split("\n").entries()) {
    const mark = line.match(/^\s*(```+|~~~+)/)?.[1];
    if (mark && (fence === "" || line.trim() === fence)) {
      if (fence === "") end();
      fence = fence === "" ? mark : "";
      continue;
    }
    if (fence !== "") continue;
    const place = `${file}:${index + 1}`;
    if (line.startsWith("|")) {
      end();
      if (/^[|\s:-]+$/.test(line)) continue;
      for (const cell of line.split(/(?<!\\)\|/)) if (cell.includes(" ")) texts.push({ place, text: cell });
    } else if (line.trim() === "" || (/^(?: {4,}|<)/.test(line) && !block)) end();
    else if (/^\s*(?:#{1,6}|[-*+]|\d+\.|>) /.test(line)) {
      end();
      block = { place, text: line.replace(/^\s*(?:#{1,6}|[-*+]|\d+\.|>) +/, "") };
      if (line.startsWith("#")) end();
    } else if (block) block.text += ` ${line.trim()}`;
    else block = { place, text: line };
  }
  end();
  return texts.map(({ place, text }) => ({ place, text: plain(text) })).filter(({ text }) => text !== "");
}

/** The doc comments of a source file, without `@param` tags. */
export function textsOfSource(file) {
  const source = readFileSync(file, "utf8");
  return [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(({ 1: body, index }) => {
    const line = source.slice(0, index).split("\n").length;
    const lines = body.split("\n").map((one) => one.replace(/^\s*\*? ?/, ""));
    return {
      place: `${file}:${line}`,
      text: plain(
        lines
          .join("\n")
          .trim()
          .replace(/\n(?!\s*(?:\n|[-*] ))/g, " "),
      ),
    };
  });
}

/** A text in the form that a person reads, with names in place of code. */
export function plain(text) {
  let count = 0;
  const name = (code) => {
    count += 1;
    return (
      /^\W*[aeiouAEIOUFHLMNRSX]/.test(code) && !/^\W*[fhlmnrsx]|^\W*[FHLMNRSX][a-z]|^\W*[Uu]s/.test(code)
        ? NAMES_WITH_VOWEL
        : NAMES
    )[count % 3];
  };
  return text
    .replace(/!?\[(`?[^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\{@\w+ ([^}]*)\}/g, (_, code) => name(code))
    .replace(/(`+)([^`]*?)\1/g, (_, _mark, code) => name(code))
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/\\\|/g, "|")
    .replace(/<[^<>\s][^<>]*>/g, "")
    .replace(/https?:\/\/\S+/g, "Fovea")
    .trim();
}

export function filesIn(folder, ending) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith(ending) && !/node_modules|[/\\](?:dist|target|build)[/\\]/.test(name))
    .sort();
}
