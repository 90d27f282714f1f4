import type { App } from "../../packages/virtual-android/src/apps/app.js";
import { page } from "../../packages/virtual-android/src/apps/builder.js";
import { column, text } from "../../packages/virtual-android/src/ui/widgets/basic.js";
import { button, iconButton } from "../../packages/virtual-android/src/ui/widgets/buttons.js";

export const WAYS_APP = "com.example.ways";

/** The pages to which the buttons of each page lead: "Shop" to "Basket" to "Address", and back. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  Shop: ["Basket", "Offers"],
  Basket: ["Address"],
  Address: [],
  Offers: [],
  Closed: [],
};

/** An app whose buttons lead from page to page; a test can change where they lead. */
export interface WaysApp {
  readonly make: () => App;
  /** Changes the button to a page: it leads to another page, to no page, or is removed (null). */
  lead(to: string, elsewhere: string | null): void;
}

export function waysApp(): WaysApp {
  const leads = new Map<string, string | null>();
  const make = (): App => ({
    packageName: WAYS_APP,
    label: "Ways",
    icon: { symbol: "info", color: 0xff2f6fde },
    activities: [
      {
        className: `${WAYS_APP}.MainActivity`,
        isLauncher: true,
        open: (host) => {
          let stack = ["Shop"];
          const go = (to: string) => {
            const target = leads.get(to) ?? to;
            if (!PAGES[target]) return;
            stack = [...stack, target];
            host.update();
          };
          const back = () => {
            stack = stack.slice(0, -1);
            host.update();
          };
          return {
            content: () => {
              const title = stack.at(-1) ?? "Shop";
              const known = (PAGES[title] ?? []).filter((to) => leads.get(to) !== null);
              const buttons = known.map((to) => button(`Go to ${to}`, () => go(to)));
              // An icon without words also leads to the offers.
              const { label: _, ...icon } = iconButton("star", "", () => go("Offers"));
              return page(
                { title, ...(title === "Shop" && { actions: [icon] }), onBack: stack.length > 1 ? back : undefined },
                [
                  column([text(`Welcome to ${title}`, { size: 18 }), ...buttons], {
                    width: "fill",
                    padding: 16,
                    gap: 12,
                  }),
                ],
              );
            },
            onBack: () => {
              if (stack.length === 1) return false;
              back();
              return true;
            },
          };
        },
      },
    ],
  });
  return { make, lead: (to, elsewhere) => void leads.set(to, elsewhere) };
}
