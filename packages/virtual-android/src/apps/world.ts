import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { bottomNavigation, type Tab, tabs } from "../ui/widgets/bars.js";
import { column, row, text } from "../ui/widgets/basic.js";
import { list } from "../ui/widgets/lists.js";
import { chip } from "../ui/widgets/toggles.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";

const PACKAGE = "com.fovea.world";

/** Labels that break simple parsers: many scripts, emoji, line breaks and quotation marks. */
export function worldApp(): App {
  return {
    packageName: PACKAGE,
    label: "World 🌍",
    icon: { symbol: "globe", color: 0xff2f6fde },
    activities: [{ className: `${PACKAGE}.WorldActivity`, isLauncher: true, open: worldScreen }],
  };
}

const GREETINGS = [
  ["English", "Hello, world! 👋"],
  ["Deutsch", "Grüße aus Köln – „schön“"],
  ["Français", "Ça va très bien, merci ♥"],
  ["Ελληνικά", "Καλημέρα κόσμε"],
  ["Русский", "Привет, мир"],
  ["עברית", "שלום עולם"],
  ["العربية", "مرحبا بالعالم"],
  ["日本語", "こんにちは、世界"],
  ["中文", "你好，世界"],
  ["Emoji", "🎉🚀⭐ 👍 🐱"],
  ["Signs", "a < b & c > \"d\" 'e' @ 100 %"],
  ["Two lines", "First line\nSecond line"],
] as const;

const SECTIONS = ["Greetings", "Numbers", "Signs"] as const;

interface State {
  section: number;
  place: number;
  isBig: boolean;
}

function worldScreen(host: ActivityHost): Screen {
  const scroll = new ScrollModel();
  const state: State = { section: 0, place: 0, isBig: false };
  const enlarge = () => {
    state.isBig = !state.isBig;
  };
  return {
    content: () =>
      page({ title: "World 🌍" }, [
        tabs(sectionTabs(state, scroll)),
        row([chip("Big letters", { id: "big", isOn: state.isBig, onClick: enlarge })], { padding: { x: 16, top: 12 } }),
        list(rows(state.section, state.isBig), scroll, { id: "greetings", padding: { y: 8 } }),
        bottomNavigation(places(host, state)),
      ]),
  };
}

function sectionTabs(state: State, scroll: ScrollModel): readonly Tab[] {
  return SECTIONS.map((title, i) => ({
    title,
    isSelected: i === state.section,
    onClick: () => {
      state.section = i;
      scroll.scrollTo(0);
    },
  }));
}

const PLACES = [
  { title: "Home 🏠", symbol: "home" },
  { title: "Favourites", symbol: "star" },
  { title: "Me", symbol: "person" },
] as const;

function places(host: ActivityHost, state: State) {
  return PLACES.map(({ title, symbol }, i) => ({
    title,
    symbol,
    isSelected: i === state.place,
    onClick: () => {
      state.place = i;
      if (i > 0) host.toast(`${title} is empty`);
    },
  }));
}

function rows(section: number, isBig: boolean): readonly View[] {
  const size = isBig ? 26 : 18;
  if (section === 0) return GREETINGS.map(([language, words]) => line(language, words, size));
  if (section === 1)
    return ["1,234.56", "1.234,56", "١٢٣٤", "−40 °C", "№ 7", "€ 19,99", "₹ 500"].map((n, i) =>
      line(`Number ${i + 1}`, n, size),
    );
  return ["]]>", "&amp;", "<node/>", "tab\there", "%s", "$HOME", "\\n", "“quoted”"].map((n, i) =>
    line(`Sign ${i + 1}`, n, size),
  );
}

function line(caption: string, words: string, size: number): View {
  return column(
    [
      text(caption, { id: "language", size: 13, color: "textSoft" }),
      text(words, { id: "greeting", size, width: "fill", label: `${caption}: ${words}` }),
    ],
    { width: "fill", padding: { x: 16, y: 10 }, gap: 2 },
  );
}
