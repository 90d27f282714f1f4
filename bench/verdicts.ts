import { type ClaimCounts, verdictTrials } from "../test/support/made-apps/verdict-trials.js";
import { type Bench, type Figure, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const DEFAULT_PAIRS = 1_000;

/**
 * Compares the verdicts of `verify` on sentences about screens before and after an action with the state of the app. A
 * verdict that calls a false sentence true is the worst mistake: none is allowed.
 */
export const verdictsBench: Bench = {
  name: "verdicts",
  about: "precision and recall of verify on generated pairs of screens [--pairs N] [--seed N]",
  run: async (args) => {
    const pairs = Number(flagValue(args, "--pairs") ?? DEFAULT_PAIRS);
    const firstSeed = Number(flagValue(args, "--seed") ?? 1);
    const { counts, mistakes } = await verdictTrials({ pairs, firstSeed });
    const all = [...counts.values()].reduce(added);
    const rows = [...counts].map(([effect, one]) => [effect, ...columns(one)]);
    const text = [
      `${pairs} pairs of screens, from seed ${firstSeed}`,
      table([["effect", ...COLUMNS], ...rows, ["all", ...columns(all)]]),
      ...mistakes,
    ].join("\n");
    return { text, figures: figuresOf(all) };
  },
};

const COLUMNS = ["claims", "true: said true", "false", "unknown", "false: said true", "false", "unknown"] as const;

function columns({ ofTrue, ofFalse }: ClaimCounts): readonly number[] {
  const count = ({ yes, no, unknown }: ClaimCounts["ofTrue"]) => yes + no + unknown;
  return [
    count(ofTrue) + count(ofFalse),
    ...[ofTrue.yes, ofTrue.no, ofTrue.unknown],
    ...[ofFalse.yes, ofFalse.no, ofFalse.unknown],
  ];
}

function added(one: ClaimCounts, other: ClaimCounts): ClaimCounts {
  const sum = (side: "ofTrue" | "ofFalse") => ({
    yes: one[side].yes + other[side].yes,
    no: one[side].no + other[side].no,
    unknown: one[side].unknown + other[side].unknown,
  });
  return { ofTrue: sum("ofTrue"), ofFalse: sum("ofFalse") };
}

function figuresOf({ ofTrue, ofFalse }: ClaimCounts): readonly Figure[] {
  const share = (part: number, whole: number) => (whole === 0 ? 100 : Math.round((10_000 * part) / whole) / 100);
  const known = ofTrue.yes + ofTrue.no + ofFalse.yes + ofFalse.no;
  const all = known + ofTrue.unknown + ofFalse.unknown;
  return [
    { name: "called true and is false", value: ofFalse.yes, unit: "claims", atMost: 0 },
    { name: "precision of true", value: share(ofTrue.yes, ofTrue.yes + ofFalse.yes), unit: "%", atLeast: 100 },
    {
      name: "recall of true",
      value: share(ofTrue.yes, ofTrue.yes + ofTrue.no + ofTrue.unknown),
      unit: "%",
      atLeast: 98,
    },
    { name: "precision of false", value: share(ofFalse.no, ofFalse.no + ofTrue.no), unit: "%", atLeast: 98 },
    {
      name: "recall of false",
      value: share(ofFalse.no, ofFalse.yes + ofFalse.no + ofFalse.unknown),
      unit: "%",
      atLeast: 98,
    },
    { name: "left unknown", value: share(all - known, all), unit: "%", atMost: 2 },
  ];
}
