import { column, text } from "../ui/widgets/basic.js";
import { button } from "../ui/widgets/buttons.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";

const PACKAGE = "com.fovea.sluggish";

/** An app that reacts slowly: its main thread is busy for a while after each tap, or its reaction comes late. */
export function sluggishApp(): App {
  return {
    packageName: PACKAGE,
    label: "Sluggish",
    icon: { symbol: "clock", color: 0xff8c6a4a },
    activities: [{ className: `${PACKAGE}.SluggishActivity`, isLauncher: true, open: sluggishScreen }],
  };
}

function sluggishScreen(host: ActivityHost): Screen {
  let count = 0;
  let late = "No late answer yet";
  const work = () => {
    count += 1;
    host.block(2000);
  };
  const ask = () => {
    late = "Waiting…";
    host.after(3000, () => {
      late = "Here is the late answer";
    });
  };
  return {
    content: () =>
      page({ title: "Sluggish" }, [
        column(
          [
            text(`Worked ${count} times`, { id: "count", size: 22 }),
            button("Work for 2 seconds", work, { id: "work" }),
            text(late, { id: "late", size: 18, color: "textSoft" }),
            button("Answer in 3 seconds", ask, { id: "ask", kind: "tonal" }),
            button("Hang for a minute", () => host.block(60_000), { id: "hang", kind: "outlined" }),
          ],
          { width: "fill", weight: 1, align: "center", justify: "center", gap: host.screenDp().height < 500 ? 4 : 20 },
        ),
      ]),
  };
}
