import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { column, icon, row, text } from "../ui/widgets/basic.js";
import { scrollView } from "../ui/widgets/lists.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";

const PACKAGE = "com.fovea.stress";

interface Board {
  readonly rows: number;
  readonly columns: number;
  /** The height of a cell, in dp. */
  readonly height: number;
  readonly gap: number;
}

const BIG: Board = { rows: 19, columns: 5, height: 34, gap: 4 };
const HUGE: Board = { rows: 23, columns: 28, height: 18, gap: 1 };

/** Dense screens for benches; their hierarchies have about 300 and 2,000 visible nodes. */
export function stressApp(): App {
  return {
    packageName: PACKAGE,
    label: "Big board",
    icon: { symbol: "chart", color: 0xff4a7d8c },
    activities: [
      { className: `${PACKAGE}.BoardActivity`, isLauncher: true, open: (host) => boardScreen(host, BIG) },
      { className: `${PACKAGE}.HugeActivity`, open: (host) => boardScreen(host, HUGE) },
    ],
  };
}

function boardScreen(host: ActivityHost, { rows, columns, height, gap }: Board): Screen {
  const scroll = new ScrollModel();
  const marked = new Set<number>();
  const toggle = (index: number) => {
    if (!marked.delete(index)) marked.add(index);
    host.update();
  };
  const cells = (line: number) =>
    Array.from({ length: columns }, (_, i) => {
      const index = line * columns + i;
      return cell(index, { height, isMarked: marked.has(index), onClick: () => toggle(index) });
    });
  return {
    content: () =>
      page({ title: `Board – ${marked.size} marked` }, [
        scrollView(
          Array.from({ length: rows }, (_, line) => row(cells(line), { width: "fill", gap })),
          scroll,
          { id: "board", padding: { x: 8, y: 4 }, gap },
        ),
      ]),
  };
}

function cell(index: number, options: { height: number; isMarked: boolean; onClick: () => void }): View {
  return column(
    [
      icon(options.isMarked ? "star" : "square", {
        id: "cell_icon",
        size: 14,
        color: options.isMarked ? "onPrimary" : "textFaint",
        label: options.isMarked ? "Marked" : "Open",
      }),
      text(`Cell ${index + 1}`, {
        id: "cell_title",
        size: 11,
        color: options.isMarked ? "onPrimary" : "text",
        lines: 1,
      }),
    ],
    {
      id: `cell_${index + 1}`,
      weight: 1,
      height: options.height,
      radius: 6,
      padding: { x: 4, y: 2 },
      align: "center",
      background: options.isMarked ? "primary" : "surfaceDim",
      onClick: options.onClick,
      checked: options.isMarked,
    },
  );
}
