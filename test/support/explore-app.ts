import type { App } from "../../packages/virtual-android/src/apps/app.js";
import { page } from "../../packages/virtual-android/src/apps/builder.js";
import { column, text } from "../../packages/virtual-android/src/ui/widgets/basic.js";
import { button, iconButton } from "../../packages/virtual-android/src/ui/widgets/buttons.js";

export const EXPLORE_APP = "com.example.explore";

/** The buttons of each page; a button without a page of its name has another effect. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  Home: ["Basket", "Trap", "Messages", "Crash"],
  Basket: ["Address"],
  Address: [],
  Offers: [],
  Messages: ["Send"],
  Trap: [],
};

/** The app; `sent` lists the presses of "Send", which a person would regret. */
export interface ExploreApp {
  readonly make: () => App;
  readonly sent: readonly string[];
}

/** An app with a page that cannot be left, a button that crashes it, a send button, and an icon without words. */
export function exploreApp(): ExploreApp {
  const sent: string[] = [];
  const make = (): App => ({
    packageName: EXPLORE_APP,
    label: "Explore",
    icon: { symbol: "info", color: 0xff2f6fde },
    activities: [
      {
        className: `${EXPLORE_APP}.MainActivity`,
        isLauncher: true,
        open: (host) => {
          let stack = ["Home"];
          const press = (name: string) => {
            if (name === "Crash") host.crash();
            else if (name === "Send") sent.push(name);
            else stack = [...stack, name];
            host.update();
          };
          const back = () => {
            stack = stack.slice(0, -1);
            host.update();
          };
          return {
            content: () => {
              const title = stack.at(-1) ?? "Home";
              const { label: _, ...icon } = iconButton("star", "", () => press("Offers"));
              const isLeft = stack.length > 1 && title !== "Trap";
              return page({ title, ...(title === "Home" && { actions: [icon] }), onBack: isLeft ? back : undefined }, [
                column(
                  [
                    text(`Welcome to ${title}`, { size: 18 }),
                    ...(PAGES[title] ?? []).map((name) => button(name, () => press(name))),
                  ],
                  { width: "fill", padding: 16, gap: 12 },
                ),
              ]);
            },
            onBack: () => {
              if (stack.length === 1) return false;
              if (stack.at(-1) !== "Trap") back();
              return true;
            },
          };
        },
      },
    ],
  });
  return { make, sent };
}
