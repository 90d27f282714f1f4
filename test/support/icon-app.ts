import type { App } from "../../packages/virtual-android/src/apps/app.js";
import { page } from "../../packages/virtual-android/src/apps/builder.js";
import type { IconName } from "../../packages/virtual-android/src/draw/icons.js";
import type { View } from "../../packages/virtual-android/src/ui/view.js";
import { column, row, text } from "../../packages/virtual-android/src/ui/widgets/basic.js";
import { iconButton } from "../../packages/virtual-android/src/ui/widgets/buttons.js";

export const ICON_APP = "com.example.icons";

const LINES: readonly string[] = ["Draft", "Chapter one", "It was late", "The end"];

/** An app with a bar of icons that have neither words nor ids, above a few lines of text. */
export interface IconApp {
  readonly make: () => App;
  /** Replaces the icons and the lines below them. */
  show(icons: readonly IconName[], lines?: readonly string[]): void;
  /** The icons that were tapped. */
  readonly tapped: readonly IconName[];
}

interface IconOptions {
  readonly isSecure?: boolean;
  /** The id of each icon. */
  readonly id?: string | null;
}

export function iconApp(first: readonly IconName[], { isSecure = false, id = null }: IconOptions = {}): IconApp {
  let icons = first;
  let lines = LINES;
  let update = () => {};
  const tapped: IconName[] = [];
  const button = (icon: IconName): View => {
    const { label: _, ...silent } = iconButton(icon, "", () => tapped.push(icon));
    return id === null ? silent : { ...silent, id };
  };
  const content = () => {
    const below = lines.map((line) => text(line, { size: 18 }));
    return page({ title: "Editor" }, [
      row(icons.map(button), { width: "fill", padding: 8, gap: 12 }),
      column(below, { width: "fill", padding: 16, gap: 12 }),
    ]);
  };
  const make = (): App => ({
    packageName: ICON_APP,
    label: "Icons",
    icon: { symbol: "image", color: 0xff5a4fa0 },
    activities: [
      {
        className: `${ICON_APP}.IconActivity`,
        isLauncher: true,
        isSecure,
        open: (host) => {
          update = () => host.update();
          return { content };
        },
      },
    ],
  });
  return {
    make,
    tapped,
    show: (others, words = LINES) => {
      icons = others;
      lines = words;
      update();
    },
  };
}
