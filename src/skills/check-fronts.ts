import type { Found } from "./doubt.js";
import { isLoop, type Skill, type SkillStep } from "./skill.js";
import { isScreenIndependent } from "./step-call.js";

/** The packages that may be in front; null if any package may be. */
type Fronts = ReadonlySet<string> | null;

/** The doubts about each step that come from the order of apps in front. Pure. */
export function doubtsOfFronts({ app, steps }: Skill): readonly (readonly Found[])[] {
  const doubts: (readonly Found[])[] = [];
  let fronts: Fronts = new Set([app]);
  for (const item of steps) {
    const own = isLoop(item) ? item.steps : [item];
    // Every round of a loop except the first begins where the round before ended.
    if (isLoop(item)) fronts = joined(fronts, behind(own));
    for (const step of own) {
      doubts.push(doubtsAt(step, fronts, app));
      const next = behind([step]);
      fronts = step.when === undefined ? next : joined(fronts, next);
    }
  }
  return doubts;
}

function doubtsAt(step: SkillStep, fronts: Fronts, app: string): readonly Found[] {
  if (isScreenIndependent(step)) return [];
  const { package: own } = step.before;
  const found: Found[] = [];
  if (own !== null && fronts !== null && !fronts.has(own))
    found.push(["elsewhere", `it is for ${own}, and the steps before it lead to ${[...fronts].join(" or ")}`]);
  const others = step.targets.flatMap(({ selectors }) =>
    selectors.flatMap((one) => (one.package !== null && own !== null && one.package !== own ? [one.package] : [])),
  );
  const [other] = others;
  if (other !== undefined) found.push(["elsewhere", `its target belongs to ${other}, and in front is ${own}`]);
  if (found.length === 0 && own !== null && own !== app) found.push(["other app", `it acts in ${own}, not in ${app}`]);
  return found;
}

/** The package in front after the last of these steps. */
function behind(steps: readonly SkillStep[]): Fronts {
  const front = steps.at(-1)?.after.package ?? null;
  return front === null ? null : new Set([front]);
}

function joined(a: Fronts, b: Fronts): Fronts {
  return a === null || b === null ? null : new Set([...a, ...b]);
}
