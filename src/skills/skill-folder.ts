import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { FoveaError } from "../base/errors.js";
import type { Skill } from "./skill.js";
import { readSkill } from "./skill-file.js";

/** The file of a skill: a path as it was given, else the file of that name in the folder. Errors: SKILL_INVALID. */
export function skillFile(name: string, folder: string): string {
  if (/[/\\]|\.ya?ml$/i.test(name)) return name;
  requireName(name);
  return join(folder, `${name}.yaml`);
}

/** Errors: SKILL_INVALID for a name that is not one of a file. */
export function requireName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name)) return;
  throw new FoveaError(
    "SKILL_INVALID",
    `${JSON.stringify(name)} cannot be the name of a skill: letters, digits, ., _ and -`,
  );
}

/** One file of a folder of skills. */
export interface ListedSkill {
  readonly file: string;
  /** Null where the file is not a skill. */
  readonly skill: Skill | null;
  readonly problem: string | null;
}

/** The skills of a folder, by name; none where there is no folder. */
export async function skillsIn(folder: string): Promise<readonly ListedSkill[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const files = names.filter((name) => /\.ya?ml$/i.test(name)).toSorted();
  return await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      return await readSkill(file).then(
        ({ skill }) => ({ file, skill, problem: null }),
        (error: unknown) => ({ file, skill: null, problem: error instanceof Error ? error.message : String(error) }),
      );
    }),
  );
}
