// docs/reference.md: the public types of the package with their doc comments, read by the compiler's own API
// (`typescript/unstable/sync`; TypeDoc and API Extractor do not support TypeScript 7).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { SyntaxKind } from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";

const TYPES = "src/library/types.ts";
const ENTRIES = { "fovea-mcp": "src/library/connect.ts", "fovea-mcp/testing": "src/library/testing/testing.ts" };

/** Every public type in the order of the files that export them: `{ name, area, doc, type, members }`. */
export function publicTypes() {
  const paths = [...readFileSync(TYPES, "utf8").matchAll(/^export type \* from "\.\/types\/(\w+)\.js";$/gm)].map(
    ([, area]) => `src/library/types/${area}.ts`,
  );
  return parsed(paths).flatMap(({ path, file }) =>
    file.statements.flatMap((node) => {
      if (node.kind !== SyntaxKind.InterfaceDeclaration && node.kind !== SyntaxKind.TypeAliasDeclaration) return [];
      return [{ area: basename(path, ".ts"), ...typeOf(node) }];
    }),
  );
}

/** The files as the compiler parses them. The caller has to use each before the compiler ends. */
function* parsedBy(api, config, paths) {
  const project = api.updateSnapshot({ openProject: config }).getProject(config);
  for (const path of paths) {
    const file = project?.program.getSourceFile(resolve(path));
    if (!file) throw new Error(`the compiler does not read ${path}`);
    yield { path, file };
  }
}

function parsed(paths) {
  const folder = mkdtempSync(join(tmpdir(), "fovea-reference-"));
  const api = new API({ cwd: folder });
  try {
    const config = join(folder, "tsconfig.json");
    const compilerOptions = { noLib: true, types: [], module: "nodenext", target: "es2022" };
    writeFileSync(config, JSON.stringify({ compilerOptions, files: paths.map((path) => resolve(path)) }));
    return [...parsedBy(api, config, paths)].map(({ path, file }) => {
      return { path, file: { text: file.text, statements: [...file.statements].map(plain(file.text)) } };
    });
  } finally {
    api.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the needed parts of a node as data, because the compiler supplies nodes only on access. */
function plain(text) {
  const own = (node) => ({
    kind: node.kind,
    name: node.name === undefined ? "" : text.slice(node.name.pos, node.name.end).trim(),
    parameters: node.typeParameters ? text.slice(node.typeParameters.pos, node.typeParameters.end) : "",
    doc: docOf(node, text),
    code: codeOf(node, text),
    type: node.type === undefined ? "" : text.slice(node.type.pos, node.type.end),
    isCall: node.kind === SyntaxKind.MethodSignature || node.type?.kind === SyntaxKind.FunctionType,
  });
  return (node) => ({
    ...own(node),
    heritage: [...(node.heritageClauses ?? [])].map(({ pos, end }) => text.slice(pos, end).trim()).join(" "),
    members: [...(node.members ?? node.type?.members ?? [])].map(own),
  });
}

/** The last doc comment before a declaration, without its stars. */
function docOf(node, text) {
  const last = [...(node.jsDoc ?? [])].at(-1);
  if (!last) return "";
  const lines = text
    .slice(last.pos, last.end)
    .trim()
    .replace(/^\/\*\*|\*\/$/g, "");
  return lines
    .replace(/^\s*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** A member as it is in the source, on one line, without comment and `readonly`. */
function codeOf(node, text) {
  const from = [...(node.jsDoc ?? [])].at(-1)?.end ?? node.pos;
  const code = text
    .slice(from, node.end)
    .replace(/\/\*\*.*?\*\//gs, "")
    .replace(/\/\/.*$/gm, "");
  return oneLine(code)
    .replace(/^readonly /, "")
    .replace(/;$/, "");
}

function oneLine(code) {
  return code
    .replace(/\s+/g, " ")
    .replace(/([([{<]) (?=[\w"{])/g, "$1")
    .replace(/,? ([)\]])/g, "$1")
    .trim();
}

function typeOf({ kind, name, parameters, doc, type, heritage, members }) {
  const isAlias = kind === SyntaxKind.TypeAliasDeclaration;
  const written = isAlias && members.length === 0 ? oneLine(withoutComments(type)) : "";
  return { name, parameters, doc, heritage, type: written, members };
}

function withoutComments(code) {
  return code.replace(/\/\*\*.*?\*\//gs, "");
}

/** The exports of the entries, with the names of their types. */
export function publicValues() {
  return Object.entries(ENTRIES).flatMap(([entry, path]) => {
    const source = readFileSync(path, "utf8");
    return [...source.matchAll(/^export (?:const (\w+)(?:: (\w+))?|\{ (\w+) \} from)/gm)].map(
      ([, own, type, passed]) => {
        const name = own ?? passed;
        return { entry, name, type: type ?? `${name[0].toUpperCase()}${name.slice(1)}` };
      },
    );
  });
}

/** The whole page. */
export function referencePage(types = publicTypes(), values = publicValues()) {
  const names = new Set(types.map(({ name }) => name));
  const unknown = values.filter(({ type }) => !names.has(type));
  if (unknown.length > 0) throw new Error(`of no public type: ${unknown.map(({ name }) => name).join(", ")}`);
  const areas = [...new Set(types.map(({ area }) => area))];
  return `${[
    "# Reference of the library",
    "Written by `npm run docs` from the doc comments of the public types; [library.md](library.md) explains what they are for.\nAll data is read-only. What is not listed here is not public.",
    table(
      ["Import", "From", "Type"],
      values.map(({ entry, name, type }) => [`\`${name}\``, `\`${entry}\``, link(type)]),
    ),
    ...areas.flatMap((area) => [
      `## In \`src/library/types/${area}.ts\``,
      ...types.filter((one) => one.area === area).map((one) => section(one, names)),
    ]),
  ].join("\n\n")}\n`;
}

function section({ name, parameters, doc, heritage, type, members }, names) {
  const known = new RegExp(String.raw`\b(?:${[...names].join("|")})\b`, "g");
  const others = (code) => [...new Set(code.match(known) ?? [])].filter((one) => one !== name);
  const uses = others([heritage, type, ...members.map(({ code }) => code)].join(" "));
  return [
    `### ${name}`,
    linked(doc),
    parameters === "" ? "" : `Of \`${oneLine(parameters)}\`.`,
    heritage === "" ? "" : `\`${oneLine(heritage)}\`, and:`,
    type === "" ? "" : `\`${type}\``,
    members.length === 0
      ? ""
      : table(
          ["Member", "What it is"],
          members.map(({ code, doc: words }) => [`\`${escaped(code)}\``, escaped(linked(words))]),
        ),
    uses.length === 0 ? "" : `See ${uses.map(link).join(", ")}.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function link(name) {
  return `[${name}](#${name.toLowerCase()})`;
}

function linked(doc) {
  return doc.replace(/\{@link (\w+)\}/g, (_, name) => link(name));
}

function escaped(words) {
  return words.replaceAll("|", "\\|");
}

function table(head, rows) {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
