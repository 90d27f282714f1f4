import fc from "fast-check";
import { anyCharacter } from "./any-character.js";

/*
 * Generated command lines for Android's shell, with features that both mksh and the virtual phone's shell have. They
 * use three files (`a.txt`, `b.txt`, `empty`) in the current folder and write only to `out1` and `out2`.
 */

export const SCRIPT_FILES: Readonly<Record<string, string>> = {
  "a.txt": "one two\nthree\nfour five  six\n",
  "b.txt": "alpha\nbeta\ngamma\nbeta\n",
  empty: "",
};

function isArgument(text: string): boolean {
  return !text.includes("\0") && Buffer.from(text).toString() === text;
}

/** Text without NUL, which arguments cannot contain, and without characters outside the BMP, unknown to mksh. */
const anyText = fc
  .string({ unit: "grapheme", maxLength: 8 })
  .map((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "é"))
  .filter(isArgument);

const plainWord = fc.constantFrom(
  "a",
  "b c",
  "x1",
  "-",
  "",
  "*",
  "?",
  "[ab]",
  "a.txt",
  "{p,q}",
  "~",
  "$",
  "\\",
  "'",
  "é",
);

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const NAMES = ["v", "w", "empty", "list", "colons", "unset"] as const;
const name = fc.constantFrom(...NAMES);

const parameter = fc.oneof(
  name.map((variable) => `$${variable}`),
  name.map((variable) => `\${${variable}}`),
  name.map((variable) => `\${#${variable}}`),
  fc
    .tuple(
      name,
      fc.constantFrom(":-", "-", ":+", "+", "#", "##", "%", "%%"),
      fc.constantFrom("", "a", "b*", "*b", "?", "'x y'"),
    )
    .map(([variable, operator, word]) => `\${${variable}${operator}${word}}`),
  fc.constantFrom("$?", "$#", "$1", "$*", "$@", '"$@"', '"$*"', "$(echo s  t)", '"$(echo s  t)"', "`echo u`"),
  fc.constantFrom("v/a/Z", "v//b/Z", "w:1:2", "list:2", "v/#a/Q", "w/%e/Q").map((inside) => `\${${inside}}`),
);

const arithmetic = fc
  .tuple(
    fc.integer({ min: -9, max: 99 }),
    fc.constantFrom("+", "-", "*", "/", "%", "<<", "<", "&&", "|"),
    fc.integer({ min: 1, max: 9 }),
  )
  .map(([left, operator, right]) => `$((${left}${operator}${right}))`);

const doubleQuoted = fc
  .array(
    fc.oneof(
      fc.constantFrom("a", " ", "  ", "\\$", "\\\\", '\\"', "\\a", "'", "*", "~"),
      parameter.filter((text) => !text.startsWith('"') && text !== "$@"),
    ),
    {
      maxLength: 4,
    },
  )
  .map((parts) => `"${parts.join("")}"`);

const word = fc.oneof(
  { weight: 3, arbitrary: anyText.map(singleQuoted) },
  { weight: 2, arbitrary: plainWord.map(singleQuoted) },
  { weight: 3, arbitrary: doubleQuoted },
  { weight: 4, arbitrary: parameter },
  { weight: 1, arbitrary: arithmetic },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "a",
      "bc",
      "*.txt",
      "[ab].txt",
      "?",
      "nope*",
      "{x,y}z",
      "a\\ b",
      "\\*",
      "$'t\\tu'",
      "~",
      "x=1",
    ),
  },
);

const words = fc.array(word, { maxLength: 3 }).map((list) => list.join(" "));

const leaf = fc.oneof(
  { weight: 4, arbitrary: words.map((list) => `echo ${list}`) },
  { weight: 4, arbitrary: words.map((list) => `printf '<%s>' ${list}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("true", "false", ":", "nope_nope", "echo $?", "shift 0", "(exit 3)"),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        name.filter((variable) => variable !== "unset"),
        word,
      )
      .map(([variable, value]) => `${variable}=${value}`),
  },
  { weight: 1, arbitrary: words.map((list) => `set -- ${list}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "cat a.txt",
      "head -n 2 b.txt",
      "tail -n 1 a.txt",
      "wc -l < b.txt",
      "grep -c a b.txt",
      "grep -n et b.txt",
      "grep -v a a.txt",
      "cat empty nope",
    ),
  },
  {
    weight: 1,
    arbitrary: word.map((text) => `[ ${text.startsWith('"') ? text : `"${text.replaceAll(/["\\$`]/g, "")}"`} = a ]`),
  },
);

const filter = fc.constantFrom(
  "cat",
  "tail -n 2",
  "wc -c",
  "wc -l",
  "grep -c .",
  "grep a",
  "sort",
  "sed s/a/A/",
  "uniq -c",
  "cut -c 1-2",
);

const redirect = fc.constantFrom(
  "> out1",
  ">> out1",
  "2> out2",
  "2>/dev/null",
  ">&2",
  "< a.txt",
  "> /dev/null",
  "<< E\n$v \\$w `echo h`\nE\n",
  "> nope/x",
);

const script = fc.letrec<{ command: string }>((tie) => {
  const command = tie("command");
  const block = fc.array(command, { minLength: 1, maxLength: 2 }).map((list) => list.join("\n"));
  return {
    command: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 6, arbitrary: leaf },
      { weight: 2, arbitrary: fc.tuple(leaf, redirect).map(([text, target]) => `${text} ${target}`) },
      { weight: 2, arbitrary: fc.tuple(command, filter).map(([text, stage]) => `{ ${text}\n} | ${stage}`) },
      { weight: 1, arbitrary: fc.tuple(leaf, fc.constantFrom("&&", "||", ";"), leaf).map((parts) => parts.join(" ")) },
      { weight: 1, arbitrary: leaf.map((text) => `! ${text}`) },
      { weight: 1, arbitrary: block.map((text) => `( ${text}\n)`) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(
            block,
            redirect.filter((target) => !target.includes("E")),
          )
          .map(([text, target]) => `{ ${text}\n} ${target}`),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(leaf, block, block).map(([test, yes, no]) => `if ${test}\nthen ${yes}\nelse ${no}\nfi`),
      },
      { weight: 1, arbitrary: fc.tuple(words, block).map(([list, body]) => `for v in ${list}; do ${body}\ndone`) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(word, block, block)
          .map(([text, one, two]) => `case ${text} in\na*|'b c') ${one}\n;;\n*) ${two}\n;;\nesac`),
      },
      { weight: 1, arbitrary: block.map((body) => `while read -r v w; do ${body}\ndone < a.txt`) },
      { weight: 1, arbitrary: fc.tuple(block, words).map(([body, list]) => `f() { ${body}\n}; f ${list}`) },
      { weight: 1, arbitrary: block.map((text) => `v=$( ${text}\n)`) },
      { weight: 1, arbitrary: block.map((text) => `echo "$( ${text}\n)"`) },
      { weight: 1, arbitrary: block.map((text) => `eval ${singleQuoted(text)}`) },
    ),
  };
}).command;

/** Field splitting at other characters, in a subshell, so that it does not affect the rest. */
const splitting = fc
  .tuple(
    fc.constantFrom(":", ": ", " :", "", "b"),
    fc.constantFrom("$colons", "$list", "x$colons", '$colons"$colons"', "$colons$list"),
  )
  .map(
    ([ifs, text]) =>
      `( IFS='${ifs}'; printf '<%s>' ${text}; read -r v w < b.txt; echo "$v|$w"; set -- p q; echo "$*" )`,
  );

/** Whole scripts: some variables, up to three commands, and the output of the written files. */
export const shellScripts = fc
  .array(fc.oneof({ weight: 8, arbitrary: script }, { weight: 1, arbitrary: splitting }), {
    minLength: 1,
    maxLength: 3,
  })
  .map(
    (commands) =>
      `v=ab w='c d e' empty= list='a b  c' colons=':a b::c: '\n${commands.join("\n")}\necho "=$?"\ncat out1 2>/dev/null; [ -s out2 ]; echo $?\n`,
  );

/** Arguments for the quoting property: all characters that an argument can contain. */
export const anyArguments = fc.array(fc.string({ unit: anyCharacter, maxLength: 12 }).filter(isArgument), {
  minLength: 1,
  maxLength: 4,
});
