import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { column, icon, row, text } from "../ui/widgets/basic.js";
import { scrollView } from "../ui/widgets/lists.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";

const PACKAGE = "com.fovea.stress";
const ROWS = 19;
const COLUMNS = 5;

/** A dense board whose hierarchy has about 300 nodes on the screen: for benches. */
export function stressApp(): App {
  return {
    packageName: PACKAGE,
    label: "Big board",
    icon: { symbol: "chart", color: 0xff4a7d8c },
    activities: [{ className: `${PACKAGE}.BoardActivity`, isLauncher: true, open: boardScreen }],
  };
}

function boardScreen(host: ActivityHost): Screen {
  const scroll = new ScrollModel();
  const marked = new Set<number>();
  const toggle = (index: number) => {
    if (!marked.delete(index)) marked.add(index);
    host.update();
  };
  const cells = (line: number) =>
    Array.from({ length: COLUMNS }, (_, i) => {
      const index = line * COLUMNS + i;
      return cell(index, { isMarked: marked.has(index), onClick: () => toggle(index) });
    });
  return {
    content: () =>
      page({ title: `Board – ${marked.size} marked` }, [
        scrollView(
          Array.from({ length: ROWS }, (_, line) => row(cells(line), { width: "fill", gap: 4 })),
          scroll,
          { id: "board", padding: { x: 8, y: 4 }, gap: 4 },
        ),
      ]),
  };
}

function cell(index: number, options: { isMarked: boolean; onClick: () => void }): View {
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
      height: 34,
      radius: 6,
      padding: { x: 4, y: 2 },
      align: "center",
      background: options.isMarked ? "primary" : "surfaceDim",
      onClick: options.onClick,
      checked: options.isMarked,
    },
  );
}
