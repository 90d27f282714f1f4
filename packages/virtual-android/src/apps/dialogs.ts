import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { column, icon, row, text } from "../ui/widgets/basic.js";
import { list, listRow } from "../ui/widgets/lists.js";
import { alert, panel, snackbar } from "../ui/widgets/overlays.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { overlay, page } from "./builder.js";

const PACKAGE = "com.fovea.dialogs";
const CAMERA = "android.permission.CAMERA";

/** Everything that can interrupt the use of an app: dialogs, sheets, permissions, crashes, a blocked main thread. */
export function dialogsApp(): App {
  return {
    packageName: PACKAGE,
    permissions: [
      "android.permission.INTERNET",
      CAMERA,
      "android.permission.RECORD_AUDIO",
      "android.permission.POST_NOTIFICATIONS",
      "android.permission.SYSTEM_ALERT_WINDOW",
    ],
    label: "Dialogs",
    icon: { symbol: "info", color: 0xffc9642f },
    activities: [{ className: `${PACKAGE}.DialogsActivity`, isLauncher: true, open: dialogsScreen }],
  };
}

interface State {
  answer: string;
  isSnackbarShown: boolean;
}

function dialogsScreen(host: ActivityHost): Screen {
  const scroll = new ScrollModel();
  const state: State = { answer: "Nothing chosen yet", isSnackbarShown: false };
  const rows = entries(host, state);
  return {
    content: () =>
      overlay([
        page({ title: "Dialogs" }, [
          text(state.answer, {
            id: "answer",
            size: 15,
            color: "primary",
            bold: "medium",
            padding: { x: 16, y: 8 },
            width: "fill",
          }),
          list(rows, scroll, { id: "dialog_list" }),
        ]),
        ...(state.isSnackbarShown ? [undoBar(state)] : []),
      ]),
  };
}

function entries(host: ActivityHost, state: State): readonly View[] {
  return [
    listRow("Alert", { summary: "Title, message, two buttons", symbol: "info", onClick: () => showAlert(host, state) }),
    listRow("Not cancelable", {
      summary: "Only its button closes it",
      symbol: "lock",
      onClick: () => showLocked(host, state),
    }),
    listRow("List", { summary: "Choose one of five", symbol: "list", onClick: () => showList(host, state) }),
    listRow("Bottom sheet", { summary: "Slides up from below", symbol: "up", onClick: () => showSheet(host, state) }),
    listRow("Snackbar", {
      summary: "With an action, for four seconds",
      symbol: "minus",
      onClick: () => showSnackbar(host, state),
    }),
    listRow("Toast", { summary: "A short message", symbol: "chat", onClick: () => host.toast("This is a toast") }),
    listRow("Camera permission", {
      summary: "Asks the system",
      symbol: "camera",
      onClick: () => askForCamera(host, state),
    }),
    listRow("Hang for 8 seconds", {
      summary: "Touch again to see the system's dialog",
      symbol: "clock",
      onClick: () => host.block(8000),
    }),
    listRow("Crash", { summary: "Ends the app with an error", symbol: "warning", onClick: () => host.crash() }),
  ];
}

function showAlert(host: ActivityHost, state: State): void {
  host.dialog({
    onCancel: () => {
      state.answer = "Alert: cancelled";
    },
    content: (close) =>
      alert({
        title: "Discard draft?",
        message: "What you wrote will be lost.",
        buttons: [
          { title: "Cancel", role: "negative", onClick: answer(state, "Alert: Cancel", close) },
          { title: "Discard", role: "positive", onClick: answer(state, "Alert: Discard", close) },
        ],
      }),
  });
}

function answer(state: State, words: string, close: () => void): () => void {
  return () => {
    state.answer = words;
    close();
  };
}

function showLocked(host: ActivityHost, state: State): void {
  host.dialog({
    isCancelable: false,
    content: (close) =>
      alert({
        title: "Update required",
        message: "Back and touches outside do not close this dialog.",
        buttons: [{ title: "OK", role: "positive", onClick: answer(state, "Update: OK", close) }],
      }),
  });
}

function showList(host: ActivityHost, state: State): void {
  const colors = ["Red", "Orange", "Green", "Blue", "Violet"];
  host.dialog({
    content: (close) =>
      panel([
        text("Choose a colour", { id: "android:id/alertTitle", size: 22, width: "fill" }),
        column(
          colors.map((color) =>
            text(color, {
              id: "android:id/text1",
              size: 17,
              width: "fill",
              padding: { y: 13 },
              onClick: answer(state, `Colour: ${color}`, close),
            }),
          ),
          { className: "android.widget.ListView", id: "android:id/select_dialog_listview", width: "fill" },
        ),
      ]),
  });
}

function showSheet(host: ActivityHost, state: State): void {
  const items = [
    ["share", "Share"],
    ["edit", "Rename"],
    ["trash", "Delete"],
  ] as const;
  host.dialog({
    placement: "bottom",
    content: (close) =>
      column(
        [
          { className: "android.view.View", width: 36, height: 4, radius: 2, background: "outline", isHidden: true },
          ...items.map(([symbol, title]) =>
            row([icon(symbol, { size: 24 }), text(title, { id: "sheet_title", size: 17 })], {
              width: "fill",
              height: 56,
              padding: { x: 24 },
              gap: 20,
              onClick: answer(state, `Sheet: ${title}`, close),
            }),
          ),
        ],
        {
          id: "design_bottom_sheet",
          width: "fill",
          background: "surface",
          radius: 24,
          elevation: 8,
          align: "center",
          padding: { top: 14, bottom: 24 },
          gap: 4,
        },
      ),
  });
}

function showSnackbar(host: ActivityHost, state: State): void {
  state.isSnackbarShown = true;
  host.after(4000, () => {
    state.isSnackbarShown = false;
  });
}

function undoBar(state: State): View {
  return snackbar("Conversation archived", {
    title: "Undo",
    onClick: () => {
      state.isSnackbarShown = false;
      state.answer = "Snackbar: Undo";
    },
  });
}

function askForCamera(host: ActivityHost, state: State): void {
  host.requestPermission(CAMERA, (isGranted) => {
    state.answer = isGranted ? "Camera: allowed" : "Camera: denied";
    host.update();
  });
}
