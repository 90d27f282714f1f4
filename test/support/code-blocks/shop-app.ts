import type { App, Screen } from "../../../packages/virtual-android/src/apps/app.js";
import { page } from "../../../packages/virtual-android/src/apps/builder.js";
import { ScrollModel } from "../../../packages/virtual-android/src/ui/scroll.js";
import { text } from "../../../packages/virtual-android/src/ui/widgets/basic.js";
import { button } from "../../../packages/virtual-android/src/ui/widgets/buttons.js";
import { list, listRow } from "../../../packages/virtual-android/src/ui/widgets/lists.js";

export const SHOP = "com.example.shop";

/** The price of an item: the list is long enough to scroll, and the total without one item is € 12.50. */
const PRICE = 0.5;

/** The app of the documents' examples: rows with a button each, a total, and a save button. */
export function shopApp(): App {
  const className = `${SHOP}.MainActivity`;
  return {
    packageName: SHOP,
    label: "Shop",
    icon: { symbol: "info", color: 0xff2f6fde },
    activities: [{ className, isLauncher: true, open: () => shopScreen() }],
  };
}

function shopScreen(): Screen {
  const scroll = new ScrollModel();
  let goods: readonly string[] = ["Bread", "Milk", "Eggs", ...Array.from({ length: 23 }, (_, at) => `Tea ${at + 1}`)];
  let isSaved = false;
  const rowOf = (name: string) => {
    const remove = () => {
      goods = goods.filter((other) => other !== name);
    };
    return listRow(name, { trailing: button("Delete", remove, { kind: "text" }), onClick: () => {} });
  };
  return {
    content: () =>
      page({ title: "Shop" }, [
        text(`€ ${(goods.length * PRICE).toFixed(2)}`, { id: "total", size: 20 }),
        button(
          "Save",
          () => {
            isSaved = true;
          },
          { id: "save" },
        ),
        ...(isSaved ? [text("Saved", { size: 16 })] : []),
        list(goods.map(rowOf), scroll, { id: "goods" }),
      ]),
  };
}
