import type { PhoneIntent } from "../intent.js";
import type { View } from "../ui/view.js";
import { column, icon, row, spacer, text } from "../ui/widgets/basic.js";
import { button } from "../ui/widgets/buttons.js";
import type { ActivityHost, ActivitySpec, App, Candidate, Screen } from "./app.js";

/** The components of the two activities, `package/class`. */
export interface ChooserFacts {
  readonly resolver: string;
  readonly chooser: string;
}

/** The system's activities in which the user chooses the app that opens or shares something. */
export function chooserApp(facts: ChooserFacts): App {
  const [packageName = ""] = facts.resolver.split("/");
  const activity = (component: string, open: ActivitySpec["open"]): ActivitySpec => ({
    className: component.split("/")[1] ?? "",
    isTranslucent: true,
    open,
  });
  return {
    packageName,
    label: "Android System",
    icon: { symbol: "share", color: 0xff3f5aa9 },
    isSystem: true,
    activities: [
      activity(facts.resolver, (host, intent) => resolverScreen(host, intent.inner ?? intent)),
      activity(facts.chooser, (host, intent) => chooserScreen(host, intent)),
    ],
  };
}

function open(host: ActivityHost, candidate: Candidate, intent: PhoneIntent): void {
  host.finish();
  host.startTask({ ...intent, component: candidate.component });
}

/** "Open with": choose an app, then "Just once" or "Always". */
function resolverScreen(host: ActivityHost, intent: PhoneIntent): Screen {
  const candidates = host.candidates(intent);
  let chosen: Candidate | undefined;
  const go = () => {
    if (chosen) open(host, chosen, intent);
  };
  const always = () => {
    if (chosen) host.preferActivity(intent, chosen.component);
    go();
  };
  return {
    content: () =>
      sheet([
        text("Open with", { id: "android:id/title", size: 18, padding: { x: 24, y: 12 } }),
        column(
          candidates.map((candidate) =>
            candidateRow(candidate, candidate === chosen, () => {
              chosen = candidate;
            }),
          ),
          { className: "android.widget.ListView", id: "android:id/resolver_list", width: "fill" },
        ),
        row(
          [
            spacer(),
            button("Just once", go, { id: "android:id/button_once", kind: "text", isDisabled: !chosen }),
            button("Always", always, { id: "android:id/button_always", kind: "text", isDisabled: !chosen }),
          ],
          { id: "android:id/button_bar", width: "fill", padding: { x: 16, top: 8 } },
        ),
      ]),
  };
}

/** "Share": a preview, and the apps that accept it. */
function chooserScreen(host: ActivityHost, intent: PhoneIntent): Screen {
  const inner = intent.inner ?? intent;
  const candidates = host.candidates(inner);
  const preview = inner.extras?.get("android.intent.extra.TEXT") ?? inner.data ?? "";
  return {
    content: () =>
      sheet([
        text("Share", { id: "android:id/title", size: 18, width: "fill", textAlign: "center", padding: { y: 10 } }),
        text(preview, {
          id: "android:id/content_preview_text",
          size: 14,
          color: "textSoft",
          background: "surfaceDim",
          radius: 12,
          width: "fill",
          lines: 3,
          padding: 14,
          margin: { x: 20, bottom: 14 },
        }),
        row(
          candidates.map((candidate) => candidateTile(candidate, () => open(host, candidate, inner))),
          {
            className: "com.android.internal.widget.RecyclerView",
            id: "android:id/resolver_list",
            width: "fill",
            padding: { x: 12 },
            align: "start",
          },
        ),
      ]),
  };
}

function sheet(children: readonly View[]): View {
  const surface = column(children, {
    className: "com.android.internal.widget.ResolverDrawerLayout",
    id: "android:id/contentPanel",
    width: "fill",
    background: "surface",
    radius: 24,
    elevation: 8,
    padding: { top: 10, bottom: 20 },
  });
  return column([surface], {
    className: "android.widget.FrameLayout",
    width: "fill",
    height: "fill",
    justify: "end",
    isImportant: false,
  });
}

function candidateRow(candidate: Candidate, isSelected: boolean, onClick: () => void): View {
  return row(
    [appPicture(candidate.app, 40), text(candidate.app.label, { id: "android:id/text1", size: 16, lines: 1 })],
    {
      width: "fill",
      height: 60,
      padding: { x: 24 },
      gap: 16,
      isSelected,
      background: isSelected ? "primarySoft" : undefined,
      onClick,
    },
  );
}

function candidateTile(candidate: Candidate, onClick: () => void): View {
  return column(
    [appPicture(candidate.app, 52), text(candidate.app.label, { id: "android:id/text1", size: 13, lines: 1 })],
    {
      width: 88,
      align: "center",
      gap: 8,
      padding: { y: 8 },
      onClick,
    },
  );
}

function appPicture(app: App, size: number): View {
  return icon(app.icon.symbol, {
    id: "android:id/icon",
    size,
    padding: Math.round(size * 0.24),
    radius: size / 2,
    background: app.icon.color,
    color: 0xffffffff,
  });
}
