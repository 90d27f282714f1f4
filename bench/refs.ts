import { observe } from "../src/observe/observe.js";
import { OBSERVE_TREE } from "../src/observe/observe-request.js";
import type { UiElement } from "../src/screen/element.js";
import { useCompanions } from "../test/support/companion-ways.js";
import { never } from "../test/support/never.js";
import { type Product, type ProductOptions, startProduct } from "../test/support/product.js";
import { scrollBy } from "../test/support/scroll-by.js";
import { untilStable } from "../test/support/until-stable.js";
import { type Bench, type BenchResult, table } from "./bench.js";

/** Screens on which a part of the list fits. */
const LISTS: readonly { readonly name: string; readonly options: ProductOptions }[] = [
  { name: "settings", options: { app: "com.android.settings", size: { width: 540, height: 620 }, density: 210 } },
  { name: "form", options: { app: "com.fovea.form", size: { width: 540, height: 620 }, density: 210 } },
  { name: "board", options: { app: "com.fovea.stress" } },
  { name: "messages", options: { app: "com.fovea.messages", size: { width: 540, height: 520 }, density: 210 } },
  { name: "world", options: { app: "com.fovea.world", size: { width: 540, height: 620 }, density: 210 } },
];
const SWIPES = 8;
const LEAST_KEPT = 98;

export interface RefCount {
  /** Elements whose words occur exactly once before and exactly once after a swipe. */
  readonly stayed: number;
  /** How many of these elements kept their ref. */
  readonly kept: number;
  /** Refs that belonged to an element with different words before. */
  readonly wrong: number;
}

type Named = Pick<UiElement, "ref" | "role" | "labels">;

/** The role and the words of an element, which identify it on these lists; null without words. */
function wordsOf({ role, labels }: Named): string | null {
  return labels.length === 0 ? null : [role, ...labels].join("\n");
}

/** Compares the refs of two screens by the words of their elements, which do not change on these lists. */
export function compareRefs(before: readonly Named[], after: readonly Named[]): RefCount {
  const once = (elements: readonly Named[]) => {
    const words = elements.map(wordsOf);
    const isOnce = (_: Named, place: number) => words.filter((one) => one === words[place]).length === 1;
    return new Map(elements.filter(isOnce).flatMap((one) => (wordsOf(one) === null ? [] : [[wordsOf(one), one.ref]])));
  };
  const [old, now] = [once(before), once(after)];
  const stayed = [...now].filter(([words]) => old.has(words));
  const kept = stayed.filter(([words, ref]) => old.get(words) === ref).length;
  const wordsBefore = new Map([...old].map(([words, ref]) => [ref, words]));
  const isWrong = ([words, ref]: (typeof stayed)[number]) => (wordsBefore.get(ref) ?? words) !== words;
  return { stayed: stayed.length, kept, wrong: [...now].filter(isWrong).length };
}

async function scrolled(product: Product): Promise<RefCount> {
  const session = await product.session();
  const look = async () => (await observe(session, OBSERVE_TREE, never())).observation.elements;
  const { height } = product.phone.state().display.size;
  const total = { stayed: 0, kept: 0, wrong: 0 };
  await untilStable(product);
  let before = await look();
  for (let count = 0; count < SWIPES; count += 1) {
    scrollBy(product.phone, Math.round(height * (count < SWIPES / 2 ? 0.25 : -0.25)));
    await untilStable(product);
    const after = await look();
    const { stayed, kept, wrong } = compareRefs(before, after);
    total.stayed += stayed;
    total.kept += kept;
    total.wrong += wrong;
    before = after;
  }
  return total;
}

/** How often rows that stay on the screen keep their refs during a scroll, with and without the companion. */
export const refsBench: Bench = {
  name: "refs",
  about: "how often refs last over a scroll where the row stayed, on the virtual phone's lists",
  run: async (): Promise<BenchResult> => {
    const rows: (readonly [string, RefCount])[] = [];
    for (const { name, options } of LISTS) {
      await using alone = await startProduct(options);
      rows.push([name, await scrolled(alone)]);
      await using live = await startProduct({ ...options, onDevice: "enabled", link: useCompanions() });
      rows.push([`${name}, companion`, await scrolled(live)]);
    }
    const sum = (of: keyof RefCount) => rows.reduce((all, [, count]) => all + count[of], 0);
    const share = Math.round((1_000 * sum("kept")) / sum("stayed")) / 10;
    const lines = rows.map(([name, { stayed, kept, wrong }]) => [name, stayed, kept, wrong]);
    return {
      text: table([["list", "stayed", "kept", "another's"], ...lines]),
      figures: [
        { name: "refs kept where the row stayed", value: share, unit: "%", atLeast: LEAST_KEPT },
        { name: "rows that stayed", value: sum("stayed"), unit: "rows", atLeast: 100 },
        { name: "refs that became another row's", value: sum("wrong"), unit: "refs", atMost: 0 },
      ],
    };
  },
};
