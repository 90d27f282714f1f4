import type { App } from "../../../packages/virtual-android/src/apps/app.js";
import { page } from "../../../packages/virtual-android/src/apps/builder.js";
import { ScrollModel } from "../../../packages/virtual-android/src/ui/scroll.js";
import { text } from "../../../packages/virtual-android/src/ui/widgets/basic.js";
import { button } from "../../../packages/virtual-android/src/ui/widgets/buttons.js";
import { list, listRow } from "../../../packages/virtual-android/src/ui/widgets/lists.js";

export const FARM_APP = "com.example.farm";

const ROWS = 30;

/** An app that shows the name of its phone on every line, and counts the taps on its only button. */
export interface FarmApp {
  readonly make: () => App;
  readonly taps: number;
}

export function farmApp(phone: number): FarmApp {
  const name = phoneName(phone);
  let taps = 0;
  const scroll = new ScrollModel();
  const rows = Array.from({ length: ROWS }, (_, line) => line + 1);
  const make = (): App => ({
    packageName: FARM_APP,
    label: "Farm",
    icon: { symbol: "phone", color: 0xff3a6ea5 },
    activities: [
      {
        className: `${FARM_APP}.FarmActivity`,
        isLauncher: true,
        open: (host) => ({
          content: () => {
            const count = () => {
              taps += 1;
              host.update();
            };
            return page({ title: name }, [
              text(`${name} was tapped ${taps} times`, { size: 16, padding: 12 }),
              button(`Count on ${name}`, count),
              list(
                rows.map((row) => listRow(`Row ${row}`, { summary: `of ${name}` })),
                scroll,
              ),
            ]);
          },
        }),
      },
    ],
  });
  return {
    make,
    get taps() {
      return taps;
    },
  };
}

/** The name of a phone, which is on every line of its own screen and on no line of another phone. */
export function phoneName(phone: number): string {
  return `Phone ${String(phone).padStart(3, "0")}`;
}

/** The problem of an answer of this phone: it names another phone, or does not name this one; null if there is none. */
export function crossTalkIn(answer: string, phone: number): string | null {
  const named = new Set(answer.match(/Phone \d{3}/g) ?? []);
  const own = phoneName(phone);
  const foreign = [...named].filter((name) => name !== own);
  if (foreign.length > 0) return `asked of ${own}, and reported ${foreign.join(", ")}`;
  return named.has(own) ? null : `asked of ${own}, and does not name it`;
}
