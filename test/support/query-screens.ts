import { at, button, list, node, page, screenWith, text } from "./build-screen.js";
import type { Screen } from "./screens.js";
import type { TreeNode } from "./ui-tree.js";

const IMAGE_BUTTON = "android.widget.ImageButton";
const FRAME = "android.widget.FrameLayout";
const LINEAR = "android.widget.LinearLayout";

function iconButton(description: string, bounds: string, id = ""): TreeNode {
  const own = { class: IMAGE_BUTTON, "content-desc": description, clickable: "true", bounds };
  return node(id === "" ? own : { ...own, "resource-id": `com.example.app:id/${id}` });
}

/**
 * A shopping list: each row has a check box, a name, an amount and a button; above the rows is a toolbar, below them a
 * floating button.
 */
export function shoppingScreen(): Screen {
  const things = ["Milk", "Oat milk", "Bread", "Crème fraîche", "Eggs", "Crème brûlée"];
  const rows = things.map((name, place) => {
    const top = 300 + place * 200;
    return node(
      { class: LINEAR, bounds: at(0, top, 1000, top + 200) },
      node({
        class: "android.widget.CheckBox",
        checkable: "true",
        checked: name === "Bread" ? "true" : "false",
        clickable: "true",
        bounds: at(0, top, 150, top + 200),
      }),
      text(name, { bounds: at(160, top, 600, top + 100), "resource-id": "com.example.app:id/name" }),
      text(`${place + 1} pieces`, {
        bounds: at(160, top + 100, 600, top + 200),
        "resource-id": "com.example.app:id/amount",
      }),
      iconButton("Delete", at(820, top, 1000, top + 200), "delete"),
    );
  });
  return screenWith(
    page(
      node(
        { class: "androidx.appcompat.widget.Toolbar", bounds: at(0, 60, 1000, 240) },
        iconButton("Navigate up", at(0, 60, 140, 240)),
        text("Shopping", { bounds: at(160, 60, 500, 240) }),
        iconButton("Search", at(560, 60, 700, 240)),
        iconButton("Share", at(700, 60, 840, 240)),
        iconButton("More options", at(860, 60, 1000, 240)),
      ),
      list(...rows),
      iconButton("Add item", at(800, 1650, 960, 1850), "fab"),
      button("Delete all", { bounds: at(20, 1700, 300, 1850) }),
    ),
  );
}

/** An inbox: rows that can be tapped, with sender, subject and time. */
export function inboxScreen(): Screen {
  const mails = [
    ["Team Münze", "Q3 Project Report – final", "9:15 AM"],
    ["Bus", "Lunch on Friday?", "8:40 AM"],
    ["Jira", "[FOV-12] Project plan", "Jun 1"],
    ["Team Schrift", "Holiday photos", "May 30"],
    ["学校", "家長會通知", "5月28日"],
    ["Школа", "Счёт за июнь", "27 мая"],
  ];
  const rows = mails.map(([from = "", subject = "", when = ""], place) => {
    const top = 240 + place * 220;
    return node(
      { class: FRAME, clickable: "true", bounds: at(0, top, 1000, top + 220) },
      text(from, { bounds: at(150, top, 750, top + 80) }),
      text(subject, { bounds: at(150, top + 80, 900, top + 160) }),
      text(when, { bounds: at(780, top, 1000, top + 80) }),
      iconButton("Star", at(880, top + 100, 1000, top + 220), "star"),
    );
  });
  return screenWith(
    page(
      node({
        class: "android.widget.EditText",
        text: "Search in mail",
        hint: "Search in mail",
        clickable: "true",
        bounds: at(40, 80, 960, 220),
        "resource-id": "com.example.app:id/search_box",
      }),
      list(...rows),
      button("Compose", { bounds: at(640, 1720, 960, 1860) }),
      node(
        { class: "com.google.android.material.bottomnavigation.BottomNavigationView", bounds: at(0, 1880, 1000, 2000) },
        ...["Mail", "Chat", "Meet"].map((name, place) =>
          button(name, {
            class: "com.google.android.material.navigation.NavigationBarItem",
            selected: name === "Mail" ? "true" : "false",
            bounds: at(place * 333, 1880, place * 333 + 333, 2000),
          }),
        ),
      ),
    ),
  );
}

/** Files with name, date and size, not in a list: texts and buttons side by side on a page that scrolls. */
export function filesScreen(): Screen {
  const files = [
    ["Budget_2024-06-01.xlsx", "June 1, 2024 · 12 KB"],
    ["Budget_2024-05-31.xlsx", "May 31, 2024 · 11 KB"],
    ["Invoice 1,234.pdf", "3 May 2024 · 1.2 MB"],
    ["Holiday.png", "12/24/2023 · 4 MB"],
    ["notes.txt", "24.12.2022 · 1 KB"],
  ];
  const parts = files.flatMap(([name = "", about = ""], place) => {
    const top = 200 + place * 200;
    return [
      text(name, { bounds: at(40, top, 700, top + 90), "resource-id": "com.example.app:id/file_name" }),
      text(about, { bounds: at(40, top + 90, 700, top + 180), "resource-id": "com.example.app:id/file_info" }),
      iconButton("More options", at(860, top + 20, 980, top + 160), "file_menu"),
    ];
  });
  return screenWith(
    page(node({ class: "android.widget.ScrollView", scrollable: "true", bounds: at(0, 150, 1000, 1900) }, ...parts)),
  );
}

/** Two cards side by side, each with a picture and a title above its buttons, without an element around them. */
export function cardsScreen(): Screen {
  const card = (name: string, price: string, left: number, top: number) =>
    node(
      { class: FRAME, bounds: at(left, top, left + 480, top + 700) },
      node({
        class: "android.widget.ImageView",
        bounds: at(left, top, left + 480, top + 300),
        "content-desc": `Picture of ${name}`,
      }),
      text(name, {
        bounds: at(left + 20, top + 320, left + 460, top + 400),
        "resource-id": "com.example.app:id/title",
      }),
      text(price, {
        bounds: at(left + 20, top + 420, left + 460, top + 500),
        "resource-id": "com.example.app:id/price",
      }),
      node(
        { class: LINEAR, bounds: at(left, top + 520, left + 480, top + 680) },
        button("Buy", { bounds: at(left, top + 520, left + 240, top + 680) }),
        button("Save", { bounds: at(left + 240, top + 520, left + 480, top + 680) }),
      ),
    );
  return screenWith(
    page(
      text("Offers", { bounds: at(20, 80, 400, 180) }),
      node(
        { class: FRAME, bounds: at(0, 200, 1000, 1800) },
        card("Red chair", "€ 1.299,00", 10, 220),
        card("Blue lamp", "€ 49,50", 510, 220),
        card("Green sofa", "€ 899,00", 10, 950),
        card("Red lamp", "€ 59,50", 510, 950),
      ),
    ),
  );
}

/** A page with a button, under a dialog in its own window. */
export function dialogScreen(): Screen {
  const dialog = node(
    { class: FRAME, bounds: at(100, 700, 900, 1300), "resource-id": "android:id/parentPanel" },
    text("Delete this note?", { bounds: at(150, 720, 850, 820), "resource-id": "android:id/alertTitle" }),
    text("This cannot be undone.", { bounds: at(150, 840, 850, 940), "resource-id": "android:id/message" }),
    button("Cancel", { bounds: at(400, 1150, 620, 1280), "resource-id": "android:id/button2" }),
    button("Delete", { bounds: at(640, 1150, 860, 1280), "resource-id": "android:id/button1" }),
  );
  const note = page(
    text("Note", { bounds: at(20, 80, 400, 200) }),
    iconButton("Share", at(700, 80, 840, 200)),
    iconButton("Delete", at(860, 80, 1000, 200)),
    node({ class: "android.widget.EditText", text: "Ideas", bounds: at(0, 220, 1000, 1900) }),
    button("Sign in", { bounds: at(20, 1910, 480, 1990) }),
    button("Turn on", { bounds: at(500, 1910, 980, 1990) }),
  );
  return screenWith(note, dialog);
}

/** Switches and sliders as in settings: some get their name from their row, others from a neighbouring text. */
export function settingsScreen(): Screen {
  const toggle = (isOn: boolean, bounds: string) =>
    node({ class: "android.widget.Switch", checkable: "true", clickable: "true", checked: String(isOn), bounds });
  const row = (name: string, about: string, place: number, isOn: boolean) => {
    const top = 260 + place * 180;
    return node(
      { class: LINEAR, bounds: at(0, top, 1000, top + 180) },
      text(name, { bounds: at(40, top, 700, top + 90), "resource-id": "android:id/title" }),
      text(about, { bounds: at(40, top + 90, 700, top + 180), "resource-id": "android:id/summary" }),
      toggle(isOn, at(820, top + 30, 980, top + 150)),
    );
  };
  return screenWith(
    page(
      text("Connections", { bounds: at(40, 80, 700, 200) }),
      list(
        row("Wi-Fi", "Connected to Home", 0, true),
        row("Wi-Fi calling", "Off", 1, false),
        row("Bluetooth", "2 devices", 2, true),
        row("Airplane mode", "Off", 3, false),
        row("NFC", "On", 4, true),
      ),
      text("Brightness", { bounds: at(40, 1300, 700, 1380) }),
      node({ class: "android.widget.SeekBar", text: "40.0", bounds: at(40, 1390, 960, 1480) }),
      text("Volume", { bounds: at(40, 1520, 700, 1600) }),
      node({ class: "android.widget.SeekBar", text: "70.0", bounds: at(40, 1610, 960, 1700) }),
    ),
  );
}
