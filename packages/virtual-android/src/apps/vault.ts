import { ScrollModel } from "../ui/scroll.js";
import { text } from "../ui/widgets/basic.js";
import { list, listRow } from "../ui/widgets/lists.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";

const PACKAGE = "com.fovea.vault";

/** A screen with FLAG_SECURE: its hierarchy can be read, its pixels are black. */
export function vaultApp(): App {
  return {
    packageName: PACKAGE,
    label: "Vault",
    icon: { symbol: "lock", color: 0xff2b4a6b },
    activities: [{ className: `${PACKAGE}.VaultActivity`, isLauncher: true, isSecure: true, open: vaultScreen }],
  };
}

const CARDS = ["Bank card", "Library card", "Health insurance", "Train pass"] as const;

function vaultScreen(host: ActivityHost): Screen {
  const scroll = new ScrollModel();
  let shown = "Tap a card to see its number";
  const show = (card: string, index: number) => {
    shown = `${card}: 4000 0000 0000 ${String(1111 * (index + 1)).padStart(4, "0")}`;
    host.after(10_000, () => {
      shown = "Tap a card to see its number";
    });
  };
  return {
    content: () =>
      page({ title: "Vault" }, [
        text(shown, { id: "shown", size: 16, padding: 16, width: "fill" }),
        list(
          CARDS.map((card, i) => listRow(card, { symbol: "shield", onClick: () => show(card, i) })),
          scroll,
        ),
      ]),
  };
}
