import { readFile, stat } from "node:fs/promises";
import { Document, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, stringify, visit } from "yaml";
import * as z from "zod";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { yamlWords } from "../base/yaml-words.js";
import { issuePlace, issueWords } from "../base/zod-words.js";
import { flowBody } from "./flow-body.js";
import { isLoop, type Skill, type SkillStep, skillSchema } from "./skill.js";
import { slotsIn } from "./template.js";

const ABOUT = [
  "A skill: a task that several runs showed. `fovea skill show FILE` reads it, `fovea skill run FILE` does it.",
  "Fovea runs what is under `skill`; the commands below are the same task for Maestro, with the values of env.",
];

/** A skill as a file: a Maestro flow, with the data of the skill in its head. */
export function printSkill(skill: Skill): string {
  const { name, app, ...body } = skill;
  const env = Object.fromEntries(
    skill.slots.flatMap((slot) => (slot.default === null ? [] : [[slot.name, envValue(slot.default)]])),
  );
  const head = new Document(
    { appId: app, name, ...(Object.keys(env).length > 0 && { env }), skill: body },
    { aliasDuplicateObjects: false },
  );
  visit(head, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && isSeq(value) && IN_ONE_LINE.includes(String(key.value)))
        for (const item of value.items) if (isMap(item) || isSeq(item)) item.flow = true;
      if (isScalar(key) && isMap(value) && IN_ONE_LINE.includes(String(key.value))) value.flow = true;
      if (isScalar(key) && isSeq(value) && String(key.value) === "seen") value.flow = true;
    },
    // Maestro reads YAML 1.1: there, `video?,` in one line ends a text, and `no` is a boolean.
    Scalar: (place, scalar) => {
      const { value } = scalar;
      if (place === "key" || typeof value !== "string") return;
      if (!PLAIN.test(value) || NO_TEXT.test(value)) scalar.type = "QUOTE_DOUBLE";
    },
  });
  const commands = stringify(flowBody(skill), { lineWidth: 0, aliasDuplicateObjects: false });
  const secret = skill.slots.flatMap(({ kind, name: slot }) =>
    kind === "secret"
      ? [`# ${slot} is not in this file: give it with --slot ${slot}=…, or -e ${slot}=… to Maestro.`]
      : [],
  );
  return [
    ...ABOUT.map((line) => `# ${line}`),
    ...secret,
    head.toString({ lineWidth: 0 }).trimEnd(),
    "---",
    commands,
  ].join("\n");
}

/** Words that are separated by a dot, a slash or a space: packages, ids, tools. */
const PLAIN = /^[A-Za-z][A-Za-z0-9]*(?:[.:/_ ][A-Za-z0-9]+)*$/;
/** Words that YAML 1.1 reads as true, false or null. */
const NO_TEXT = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

const IN_ONE_LINE: readonly string[] = ["selectors", "proof", "when", "before", "after", "guard", "verdicts", "screen"];

/** The values of a loop as one text, since a flow's variables are texts. */
export function envValue(value: string | readonly string[]): string {
  return typeof value === "string" ? value : value.join(LIST_MARK);
}

export const LIST_MARK = " | ";

const headSchema = z.looseObject({ appId: z.string(), name: z.string(), skill: skillSchema });

/** Reads a printed skill; `isFlowKept` is false if its commands were changed by hand. Errors: SKILL_INVALID. */
export function parseSkill(text: string, file: string): { readonly skill: Skill; readonly isFlowKept: boolean } {
  const fail = (why: string) => new FoveaError("SKILL_INVALID", `${file} is not a skill: ${why}`);
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter, prettyErrors: false });
  if (!Array.isArray(documents)) throw fail("it is empty");
  const [head, body] = documents;
  const [broken] = documents.flatMap(({ errors }) => errors);
  if (broken) throw fail(`line ${Math.max(1, lineCounter.linePos(broken.pos[0]).line)}: ${yamlWords(broken)}`);
  if (!head) throw fail("it is empty");
  const parsed = headSchema.safeParse(plainData(head, fail), { error: issueWords });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw fail(`${issuePlace(issue?.path ?? []) || "its head"}: ${issue?.message ?? "another form"}`.slice(0, 300));
  }
  const { appId: app, name, skill } = parsed.data;
  const whole: Skill = { name, app, ...skill };
  const unknown = unknownSlot(whole);
  if (unknown !== undefined) throw fail(`its steps name the slot ${unknown}, which it does not have`);
  const commands = body ? plainData(body, fail) : null;
  return { skill: whole, isFlowKept: JSON.stringify(commands) === JSON.stringify(flowBody(whole)) };
}

/** A slot that a step uses but the skill does not have: its name would be typed as text. */
function unknownSlot({ slots, steps }: Skill): string | undefined {
  const known = slots.map((slot) => slot.name);
  const named = steps.flatMap((one): readonly string[] => {
    if (!isLoop(one)) return slotsOf(one);
    return [one.each, ...one.steps.flatMap(slotsOf).filter((name) => name !== one.item)];
  });
  return named.find((name) => !known.includes(name));
}

function slotsOf({ args }: SkillStep): readonly string[] {
  return Object.values(args).flatMap((value) => (typeof value === "string" ? slotsIn(value) : []));
}

function plainData(
  document: { toJS(options: { maxAliasCount: number }): unknown },
  fail: (why: string) => Error,
): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    // The only error that this can throw: the document itself was read without errors.
    if (!(cause instanceof ReferenceError)) throw cause;
    throw fail("an alias (*name) names something that does not exist, or repeats too much: write its value out");
  }
}

const MOST_BYTES = 4_000_000;

/** Reads the file of a skill. Errors: SKILL_INVALID. */
export async function readSkill(file: string): Promise<ReturnType<typeof parseSkill>> {
  try {
    if ((await stat(file)).size > MOST_BYTES) throw new Error("it is too large");
    return parseSkill(await readFile(file, "utf8"), file);
  } catch (cause) {
    if (cause instanceof FoveaError) throw cause;
    const code = cause instanceof Error && "code" in cause ? cause.code : null;
    const isFolder = code === "EISDIR";
    throw new FoveaError(
      "SKILL_INVALID",
      isFolder ? `${file} is a folder` : `${file} cannot be read: ${causeWords(cause)}`,
      {
        cause,
        ...((isFolder || code === "ENOENT") && {
          hint: `Name a skill, or the file of one: \`fovea skill list${isFolder ? ` --skills ${JSON.stringify(file)}` : ""}\` lists them.`,
        }),
      },
    );
  }
}
