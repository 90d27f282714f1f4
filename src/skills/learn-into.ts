import { FoveaError } from "../base/errors.js";
import { openApp } from "../tools/open-app.js";
import { learnSkill, type TracedRun } from "./learn.js";
import { runsOfSkill } from "./runs-of-skill.js";
import { isLoop, MOST_SOURCES, type Skill } from "./skill.js";

/**
 * Adds more runs to a skill, for example runs that a person finished after the skill had diverged. Slots keep their
 * defaults. Errors: SKILL_NOT_LEARNT if the runs have nothing in common with the skill.
 */
export function learnInto(skill: Skill, runs: readonly TracedRun[]): Skill {
  const known = runs.find(({ digest }) => digest !== null && skill.sources?.includes(digest));
  if (known) throw new FoveaError("SKILL_NOT_LEARNT", `${skill.name} was learnt from ${known.name} already`);
  const learnt = learnSkill(skill.name, [...runsOfSkill(skill), ...runs.map((run) => withoutLaunch(skill, run))]);
  const sources = [...(skill.sources ?? []), ...(learnt.sources ?? [])].slice(-MOST_SOURCES);
  return {
    ...learnt,
    app: skill.app,
    runs: skill.runs + runs.length,
    left_out: [...new Set([...skill.left_out, ...learnt.left_out])],
    ...(sources.length > 0 && { sources }),
  };
}

/** A skill brings its app to the front by itself, so opening the app is not a step. */
function withoutLaunch({ steps: [known], app }: Skill, run: TracedRun): TracedRun {
  const [first] = run.steps;
  const isLaunch = first?.tool === openApp.name && first.args["package"] === app;
  const isStep = known !== undefined && !isLoop(known) && known.tool === openApp.name;
  return isLaunch && !isStep ? { ...run, steps: run.steps.slice(1) } : run;
}
