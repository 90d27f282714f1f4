import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { tap } from "../../src/actions/verbs/tap.js";
import { isFoveaError } from "../../src/base/errors.js";
import { center } from "../../src/base/geometry.js";
import { isTouchTarget } from "../../src/screen/element.js";
import { parseTarget } from "../../src/screen/selector.js";
import type { Session } from "../../src/session/session.js";
import { never } from "./never.js";
import { observeProduct } from "./observe-product.js";
import type { Product } from "./product.js";
import { recordInput, under } from "./recorder.js";
import { scrollBy } from "./scroll-by.js";

/** A screen with as many dp as an ordinary phone, but few pixels. */
export const TINY = { size: { width: 360, height: 800 }, density: 140, speed: 40 } as const;

/** A change of the screen between an observation and a touch. */
export interface Change {
  readonly name: string;
  /** The app that has to be in front for the change. */
  readonly app: string;
  apply(phone: VirtualPhone): void;
}

const CONTENT: readonly Change[] = [
  { name: "nothing", app: "com.fovea.messages", apply: () => {} },
  { name: "scrolled", app: "com.fovea.world", apply: (phone) => scrollBy(phone, 200) },
  { name: "scrolled a little", app: "com.fovea.world", apply: (phone) => scrollBy(phone, 40) },
  { name: "gone", app: "com.fovea.notes", apply: (phone) => phone.key("BACK", "down-up") },
  { name: "another page", app: "com.android.settings", apply: (phone) => phone.hooks.tap("Network & internet") },
  { name: "another chat", app: "com.fovea.messages", apply: (phone) => phone.hooks.tap("Grandma") },
  {
    name: "larger letters",
    app: "com.android.settings",
    apply: (phone) => phone.putSetting("system", "font_scale", "1.3"),
  },
  { name: "a card shown in secret", app: "com.fovea.vault", apply: (phone) => phone.hooks.tap("Bank card") },
  { name: "checked", app: "com.fovea.form", apply: (phone) => phone.hooks.tap("I agree to the terms") },
];

const WINDOWS: readonly Change[] = [
  { name: "another app", app: "com.fovea.form", apply: (phone) => phone.hooks.open("com.fovea.notes") },
  { name: "home", app: "com.fovea.messages", apply: (phone) => phone.key("HOME", "down-up") },
  { name: "dialog", app: "com.fovea.dialogs", apply: (phone) => phone.hooks.tap("Alert") },
  { name: "sheet", app: "com.fovea.dialogs", apply: (phone) => phone.hooks.tap("Bottom sheet") },
  { name: "permission", app: "com.fovea.dialogs", apply: (phone) => phone.hooks.tap("Camera permission") },
  { name: "crash", app: "com.fovea.notes", apply: (phone) => phone.hooks.crashApp("com.fovea.notes") },
  { name: "shade", app: "com.fovea.messages", apply: (phone) => phone.setShade("notifications") },
  { name: "locked", app: "com.fovea.messages", apply: (phone) => phone.hooks.lock() },
  { name: "screen off", app: "com.android.settings", apply: (phone) => phone.hooks.setAwake(false) },
  { name: "rotated", app: "com.android.settings", apply: (phone) => phone.setRotation("lock", 1) },
  { name: "keyboard", app: "com.fovea.form", apply: (phone) => phone.hooks.tap("A few words (optional)") },
  { name: "another size", app: "com.fovea.form", apply: (phone) => phone.setDensityOverride(170) },
];

export const CHANGES = { content: CONTENT, windows: WINDOWS, all: [...CONTENT, ...WINDOWS] } as const;

/** Longer than the phone's transitions, in its own time. */
const RESTED_MS = 1_500;

/** Back to a known screen, whatever happened before. */
export async function restore({ phone }: Product, app: string): Promise<void> {
  phone.hooks.setAwake(true);
  phone.dismissKeyguard();
  phone.setShade(null);
  phone.setRotation("lock", 0);
  phone.setDensityOverride(null);
  phone.putSetting("system", "font_scale", "1.0");
  for (const { packageName } of phone.state().packages)
    if (packageName.startsWith("com.fovea.")) phone.forceStop(packageName);
  phone.forceStop("com.android.settings");
  phone.hooks.open(app);
  await phone.clock.sleep(RESTED_MS, never());
}

export type Outcome = "refused" | "on the same" | "on another" | "twice";

export interface Trial {
  readonly change: Change;
  readonly wanted: string;
  readonly outcome: Outcome;
  /** The touched element, or the error's code. */
  readonly what: string;
}

export interface Instant {
  readonly change: Change;
  /** Chooses one of the elements. */
  readonly pick: number;
  /** Whether the target is its ref, not its words. */
  readonly byRef: boolean;
}

/**
 * Observes a screen, applies the change, and taps one of the observed elements. The phone's own tree decides which
 * element was under the finger at that moment.
 */
export async function tapAfterChange(
  product: Product,
  { change, pick, byRef }: Instant,
  between: (session: Session) => Promise<void> | void,
): Promise<Trial> {
  const { phone } = product;
  await restore(product, change.app);
  const seen = await observeProduct(product, { frameStats: "off" });
  const choices = seen.elements.filter((one) => isTouchTarget(one) && !one.systemBar);
  const element = choices[pick % choices.length];
  assert.ok(element, `${change.app} has nothing to touch`);
  const wanted = under(phone, center(element.bounds));
  const target = parseTarget(byRef ? element.ref : `${element.role} ${JSON.stringify(element.labels.join(" "))}`);
  const session = await product.session();
  await between(session);
  const { received, stop } = recordInput(phone);
  const touched = new AbortController();
  const up = phone.touchUp;
  phone.touchUp = (point) => {
    up.call(phone, point);
    touched.abort(); // other tests check what happens after the touch
  };
  const result = await tap(session, { target, count: 1, holdMs: 0 }, touched.signal).then(
    () => null,
    (error: unknown) => error,
  );
  stop();
  const downs = received.filter(({ kind }) => kind === "down");
  const [down, second] = downs;
  if (!down) {
    assert.ok(isFoveaError(result) && result.code !== "INTERNAL" && result.hint !== "", inspect(result));
    return { change, wanted, outcome: "refused", what: result.code };
  }
  const outcome = second ? "twice" : down.on === wanted ? "on the same" : "on another";
  return { change, wanted, outcome, what: down.on ?? "" };
}

/** Random cases of a kind of change. */
export function instants(kind: keyof typeof CHANGES): fc.Arbitrary<Instant> {
  return fc.record({
    change: fc.constantFrom(...CHANGES[kind]),
    pick: fc.nat(50),
    byRef: fc.boolean(),
  });
}
