import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { causeWords } from "../base/cause-words.js";
import type { Config } from "../base/config.js";
import { FoveaError } from "../base/errors.js";
import type { Skill } from "./skill.js";
import { readSkill } from "./skill-file.js";

/** The folder of skills: the option's, else the one in the memory, else the one in the state folder. */
export function skillsFolder({ skills, memory, stateDir }: Pick<Config, "skills" | "memory" | "stateDir">): string {
  return skills ?? join(memory ?? stateDir, "skills");
}

/** The skill with this name in a folder. Errors: SKILL_INVALID, with the existing names if there is no such skill. */
export async function skillNamed(name: string, folder: string): Promise<Skill> {
  const known = await skillsIn(folder);
  const file = skillFile(name, folder);
  const found = known.find((one) => one.file === file);
  if (found?.skill) return found.skill;
  if (found?.problem) throw new FoveaError("SKILL_INVALID", found.problem);
  const names = known.flatMap(({ skill }) => (skill ? [`${skill.name} (${slotWords(skill)})`] : []));
  const there = names.length === 0 ? "no skill was learnt yet" : `there are ${names.join(", ")}`;
  throw new FoveaError("SKILL_INVALID", `there is no skill ${JSON.stringify(name)}: ${there}`);
}

function slotWords({ slots }: Skill): string {
  return slots.length === 0 ? "no slots" : `slots ${slots.map((slot) => slot.name).join(", ")}`;
}

/** The file of a skill: a path is given back unchanged; a name is a file in the folder. Errors: SKILL_INVALID. */
export function skillFile(name: string, folder: string): string {
  if (/[/\\]|\.ya?ml$/i.test(name)) return name;
  requireName(name);
  return join(folder, `${name}.yaml`);
}

/** Errors: SKILL_INVALID for a name that cannot be the name of a file. */
export function requireName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name)) return;
  throw new FoveaError(
    "SKILL_INVALID",
    `${JSON.stringify(name)} cannot be the name of a skill: letters, digits, ., _ and -`,
  );
}

/** One file in a folder of skills. */
export interface ListedSkill {
  readonly file: string;
  /** The skill; null if the file is not one. */
  readonly skill: Skill | null;
  readonly problem: string | null;
}

/** The skills in a folder, by name; empty if the folder does not exist. Errors: SKILL_INVALID if it cannot be read. */
export async function skillsIn(folder: string): Promise<readonly ListedSkill[]> {
  const names = await readdir(folder).catch((cause: unknown): readonly string[] => {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return [];
    throw new FoveaError("SKILL_INVALID", `${folder}, the folder of skills, cannot be read: ${causeWords(cause)}`, {
      cause,
    });
  });
  const files = names.filter((name) => /\.ya?ml$/i.test(name)).toSorted();
  return await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      return await readSkill(file).then(
        ({ skill }) => ({ file, skill, problem: null }),
        (error: unknown) => ({ file, skill: null, problem: causeWords(error) }),
      );
    }),
  );
}
