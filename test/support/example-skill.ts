import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Skill } from "../../src/skills/skill.js";
import { printSkill } from "../../src/skills/skill-file.js";

const ANY = { package: null, activity: null };

/** Writes the skill that the example of `run_skill` names; the skill presses home. */
export function writeExampleSkill(memory: string): void {
  const skill: Skill = {
    ...{ name: "add-note", app: "com.fovea.form", version: 1, runs: 2, left_out: [] },
    slots: [{ name: "TITLE", kind: "text", about: "title", default: "Oslo", seen: ["Oslo"] }],
    steps: [
      {
        ...{ did: "pressed KEYCODE_HOME", tool: "press_key", args: { key: "home" }, targets: [], proof: [], runs: 2 },
        ...{ before: ANY, after: ANY, screen: { texts: [], ids: [] }, verdicts: ["changed"] },
      },
    ],
  };
  mkdirSync(join(memory, "skills"), { recursive: true });
  writeFileSync(join(memory, "skills", "add-note.yaml"), printSkill(skill));
}
