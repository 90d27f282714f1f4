import { seededRandom } from "../../packages/virtual-android/src/random.js";
import { printOf } from "../../src/graph/identity/screen-print.js";
import { factsOfScreen } from "../../src/graph/screen/facts-of-screen.js";
import type { TrueScreen } from "./corpus-pairs.js";
import { keysOfSeen } from "./droidbot-keys.js";
import { MadeApp, PLAIN, type Place, type Shown, truthOf } from "./made-app.js";

const VARIANTS = 6;

/** Every screen of a generated app, in variants that are still the same screen. */
export function madeScreens(seed: number): readonly TrueScreen[] {
  const app = new MadeApp(seed);
  const records = app.records(seed).slice(0, 4);
  const places: readonly Place[] = [
    ...app.tabs.map((_, tab) => ({ kind: "tab" as const, tab })),
    ...records.map((record) => ({ kind: "record" as const, record })),
    { kind: "settings" },
    ...[0, 1, 2].map((setting) => ({ kind: "setting" as const, setting })),
    { kind: "login" },
    { kind: "profile" },
    ...(["confirm", "share", "permission"] as const).map((kind) => ({ kind, record: records[0] ?? "" })),
  ];
  return places.flatMap((place) => {
    return Array.from({ length: VARIANTS }, (_, variant) => {
      const { screen } = app.draw(place, variantOf(seed, variant));
      const print = printOf(factsOfScreen(screen));
      const base = { name: `${truthOf(place)} ${variant}`, app: app.package, screen: truthOf(place) };
      return { ...base, isHard: variant > 0, print, keys: keysOfSeen(screen) };
    });
  });
}

/** Variant 0 is plain; others differ in time, list data, badge, scroll position, keyboard, banner or states. */
function variantOf(seed: number, variant: number): Shown {
  const random = seededRandom(seed * 100 + variant, "variant");
  const plain = { ...PLAIN, seed: seed * 100 + variant, data: seed };
  if (variant === 0) return plain;
  return {
    ...plain,
    isScrolled: random() < 0.4,
    hasKeyboard: random() < 0.2,
    hasBadge: random() < 0.5,
    hasBanner: random() < 0.2,
    isSignedIn: random() < 0.7,
    switchedOn: new Set(["0:0", "1:1", "2:2", "user"].filter(() => random() < 0.5)),
  };
}
