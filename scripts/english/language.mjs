// Checks the English of documents, doc comments and messages with LanguageTool (rules-off.txt has the rules that are
// switched off). Needs a JDK 17 and Maven. Files without a match are not checked again: read.txt lists them with a
// digest of their texts, of LanguageTool's version and of the rules.
//   node scripts/english/language.mjs           fails if a text has a match
//   node scripts/english/language.mjs --write   checks changed files, and lists the files without a match
//   node scripts/english/language.mjs --fetch   only downloads LanguageTool
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageTexts, pageTexts, sourceTexts } from "./texts.mjs";

const HERE = "scripts/english";
const LIST = `${HERE}/read.txt`;
const OFF = `${HERE}/rules-off.txt`;
const EXCEPTIONS = `${HERE}/exceptions.txt`;

const jars = classPath();
if (process.argv.includes("--fetch")) process.exit(0);
const rules = readFileSync(OFF, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t")[0]);
const exceptions = lines(readFileSync(EXCEPTIONS, "utf8"))
  .filter((line) => !line.startsWith("#"))
  .map((line) => line.split("\t"));
const files = Map.groupBy([...pageTexts(), ...sourceTexts(), ...messageTexts()], ({ file }) => file);
const salt = `${readFileSync(`${HERE}/pom.xml`)}${programOf(`${HERE}/ReadEnglish.java`)}${rules}`;
const digests = new Map([...files].map(([file, texts]) => [file, digestOf(texts)]));
const listed = new Map(existsSync(LIST) ? lines(readFileSync(LIST, "utf8")).map((line) => line.split(" ")) : []);
const changed = [...files].filter(([file]) => listed.get(file) !== digests.get(file));
const matches = changed.length > 0 ? await matchesIn(changed.flatMap(([, texts]) => texts)) : [];
for (const line of matches) console.log(line.replaceAll("\t", " | "));
if (process.argv.includes("--write")) writeFileSync(LIST, readList());
console.error(`${files.size} files, ${changed.length} of them read by LanguageTool: ${matches.length} matches`);
process.exit(matches.length > 0 ? 1 : 0);

/** The program without its comments and indents. */
function programOf(file) {
  return readFileSync(file, "utf8").replaceAll(/\/\*\*[\s\S]*?\*\/|\s+/g, " ");
}

function lines(text) {
  return text.split("\n").filter(Boolean);
}

function digestOf(texts) {
  const hash = createHash("sha256").update(salt);
  for (const { text } of texts) hash.update(`${text}\n`);
  const own = exceptions.filter(([, words]) => texts.some(({ text }) => text.includes(words)));
  if (own.length > 0) hash.update(own.join("\n"));
  return hash.digest("base64url").slice(0, 12);
}

/** Every file without a match, with its digest. */
function readList() {
  const found = new Set(matches.map((line) => line.split("\t")[0].replace(/:\d+$/, "")));
  const read = [...digests].filter(([file]) => !found.has(file)).map(([file, digest]) => `${file} ${digest}`);
  return `${read.sort().join("\n")}\n`;
}

async function matchesIn(texts) {
  const flags = ["-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=off", "-cp", jars];
  const child = spawn("java", [...flags, `${HERE}/ReadEnglish.java`, ...rules], { stdio: ["pipe", "pipe", "pipe"] });
  const errors = [];
  child.stderr.on("data", (bytes) => errors.push(bytes));
  child.stdin.end(texts.map(({ place, text }) => `${place}\t${text.replaceAll("\n", "\u0001")}\n`).join(""));
  let output = "";
  for await (const part of child.stdout.setEncoding("utf8")) output += part;
  const code = child.exitCode ?? (await new Promise((resolve) => child.once("exit", resolve)));
  if (code !== 0) throw new Error(`LanguageTool ended with ${code}: ${Buffer.concat(errors)}`);
  return lines(output).filter((line) => !isExcepted(line.split("\t")));
}

/** A match that a person has read and found wrong: its rule, and words of the text. */
function isExcepted([, rule, , , , text]) {
  return exceptions.some(([excepted, words]) => excepted === rule && text.includes(words));
}

/** The class path of the jars in Maven's local repository; missing jars are downloaded. */
function classPath() {
  const pom = readFileSync(`${HERE}/pom.xml`, "utf8");
  const file = `dist/english/${createHash("sha256").update(pom).digest("hex").slice(0, 12)}.txt`;
  const known = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (known !== "" && known.split(":").every((jar) => existsSync(jar))) return known;
  mkdirSync("dist/english", { recursive: true });
  const goal = [
    "-q",
    "-B",
    "-f",
    `${HERE}/pom.xml`,
    "dependency:build-classpath",
    `-Dmdep.outputFile=${resolve(file)}`,
  ];
  execFileSync("mvn", goal, { stdio: "inherit" });
  return readFileSync(file, "utf8").trim();
}
