import type { ActivityHost, App } from "../../packages/virtual-android/src/apps/app.js";
import { page } from "../../packages/virtual-android/src/apps/builder.js";
import { FieldModel } from "../../packages/virtual-android/src/ui/field.js";
import type { View } from "../../packages/virtual-android/src/ui/view.js";
import { text } from "../../packages/virtual-android/src/ui/widgets/basic.js";
import { button } from "../../packages/virtual-android/src/ui/widgets/buttons.js";
import { plainField } from "../../packages/virtual-android/src/ui/widgets/inputs.js";
import { alert } from "../../packages/virtual-android/src/ui/widgets/overlays.js";

export const HOSTILE_APP = "com.example.hostile";

/** A mark that is in every text of the app, and nowhere else. */
export const MARK = "PWND";

export interface HostileApp {
  readonly make: () => App;
  /** Sets the text of every field. */
  say(words: string): void;
  /** Changes one of its lines. */
  change(): void;
  toast(words: string): void;
  openDialog(words: string): void;
}

/** An app that shows a given text in every field that an app has. */
export function hostileApp(first: string): HostileApp {
  let words = first;
  let changes = 0;
  let host: ActivityHost | undefined;
  const field = new FieldModel({ kind: "text" });
  const views = (): readonly View[] => [
    text(words, { id: words, className: `android.widget.TextView${words}` }),
    text(`${words} ${changes}`, { id: "changing" }),
    text("", { label: words, stateDescription: words }),
    button(words, () => host?.update(), { id: "act" }),
    button("twin", () => host?.update(), { label: words, className: words }),
    plainField({ field, hint: words, id: "field" }),
    { ...text(words), checked: true, onClick: () => {}, stateDescription: words, className: "android.widget.CheckBox" },
  ];
  return {
    make: () => ({
      packageName: HOSTILE_APP,
      label: first,
      icon: { symbol: "image", color: 0xff5a4fa0 },
      activities: [
        {
          className: `${HOSTILE_APP}.Main`,
          isLauncher: true,
          open: (opened) => {
            host = opened;
            return { content: () => page({ title: words }, views()) };
          },
        },
      ],
    }),
    say: (others) => {
      words = others;
      host?.update();
    },
    change: () => {
      changes += 1;
      host?.update();
    },
    toast: (message) => host?.toast(message),
    openDialog: (message) => {
      host?.dialog({
        content: (close) =>
          alert({ title: message, message, buttons: [{ title: message, role: "positive", onClick: close }] }),
      });
    },
  };
}
