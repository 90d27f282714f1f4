import type { View } from "../../packages/virtual-android/src/ui/view.js";
import * as layouts from "../../test/support/layouts.js";
import type { Product, ProductOptions } from "../../test/support/product.js";
import type { Layout, TrueEvents } from "../../test/support/watched-apps.js";
import type { SkillTask } from "./tasks.js";

/** The parts of one use of a skill that a variant may depend on. */
export interface Use {
  readonly task: SkillTask;
  /** The keys of the views that the task acts on with these values, in order. */
  readonly targets: readonly string[];
  /** Values that are data of the app. */
  readonly data: readonly string[];
  readonly log: TrueEvents;
}

/** One difference between this phone and the phone on which the skill was shown. */
export interface Variant {
  readonly name: string;
  /** Whether a person who knows the task could still do it with certainty; depends only on how the phone is made. */
  readonly isPossible: (task: SkillTask) => boolean;
  readonly layout?: (use: Use) => Layout;
  readonly product?: ProductOptions;
  readonly prepare?: (product: Product) => void;
}

const ALWAYS = () => true;
const NEVER = () => false;

/** Changes the words of controls, hints and descriptions; data of the app and typed text stay the same. */
function translated({ targets, data }: Use): Layout {
  const own = targets.filter((key) => data.every((value) => !key.includes(value) && !key.endsWith(`:${value[0]}`)));
  const { place } = layouts.otherWords(new Set(own));
  const isData = (words: string | undefined) => words !== undefined && data.some((value) => words.includes(value));
  return {
    place: (view, key) =>
      (place?.(view, key) ?? [view]).map((one): View => {
        if (own.includes(key)) return one;
        const { label, hint } = one;
        return {
          ...one,
          ...(label !== undefined && !isData(label) && { label: `${label} now` }),
          ...(hint !== undefined && { hint: `${hint} now` }),
        };
      }),
  };
}

export const VARIANTS: readonly Variant[] = [
  { name: "as it was", isPossible: ALWAYS },
  { name: "moved", isPossible: ALWAYS, layout: () => layouts.MOVED },
  { name: "other order", isPossible: ALWAYS, layout: () => layouts.REORDERED },
  { name: "other ids", isPossible: ALWAYS, layout: () => layouts.OTHER_IDS },
  {
    name: "other language",
    isPossible: ({ hasIds }) => hasIds,
    layout: translated,
  },
  {
    // After text was typed, the field has other words: the typing tool cannot be sure that it is the same field.
    name: "hints change once typed",
    isPossible: NEVER,
    layout: () => layouts.OTHER_HINTS_ONCE_TYPED,
  },
  { name: "denser", isPossible: ALWAYS, product: { density: 160 } },
  { name: "coarser", isPossible: ALWAYS, product: { density: 260 } },
  { name: "other screen", isPossible: ALWAYS, product: { size: { width: 720, height: 1280 }, density: 280 } },
  {
    name: "twins",
    isPossible: NEVER,
    layout: ({ targets, log }) => layouts.withEqualCopies(new Set(targets), log),
  },
  {
    name: "dead control",
    isPossible: NEVER,
    layout: ({ targets, log }) => layouts.withImpostor(targets.at(-1) ?? "", log),
  },
  { name: "no control", isPossible: NEVER, layout: ({ targets }) => layouts.without(targets.at(-1) ?? "") },
  {
    name: "dialog of the system",
    isPossible: NEVER,
    prepare: ({ phone }) => phone.hooks.crashApp("com.fovea.clock"),
  },
];
