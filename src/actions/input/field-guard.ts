import { quote, quoteArgv } from "../../devices/quote.js";
import { dumpsys, type Step } from "../../devices/script.js";
import type { UiElement } from "../../screen/element.js";

/** Exit codes of a guard: another field has the focus, before anything was sent or in the middle. */
export const FIELD_MOVED = 78;
export const FIELD_MOVED_LATER = 79;

/** The field that keys are meant for. */
export interface HeldField {
  /** Entry name of its view; null if it has none, or where its name is not that of a view. */
  readonly entry: string | null;
  /**
   * The view that was served when the field had just got the focus (see {@link servedIn}); null if that is not
   * known.
   */
  readonly served?: string | null;
  /** Places of the calls that the focus is asked for before, besides the first. */
  readonly checks: ReadonlySet<number>;
  /** Those of them before which it may have gone elsewhere by itself, as after an Enter. */
  readonly leaves: ReadonlySet<number>;
}

/** Names of views are `package:id/entry`; web pages and Compose have names of their own making. */
export function heldField(field: UiElement | null, places: Partial<Omit<HeldField, "entry">> = {}): HeldField {
  const entry = /^[^/]+:id\/(\w+)$/.exec(field?.resourceId ?? "")?.[1] ?? null;
  return { entry, checks: new Set(), leaves: new Set(), ...places };
}

/**
 * The view that the app's input method manager serves, as `View.toString` has it: `Class{hash flags bounds #id
 * app:id/name}` (InputMethodManager.dump, API 24 to 36). Pages and Compose have one view for all of their fields.
 */
const SERVED = `$(${quoteArgv(dumpsys(2, "input_method"))} | ${quoteArgv(["grep", "-m1", "-o", "mServedView=.*"])})`;

/** Prints the view that is served, for {@link servedIn}. */
export const PRINT_SERVED: Step = { text: `{ echo "${SERVED}" || true; }`, isSimple: false };

/**
 * The view that was reported as served, by its class and hash; null if none was, or it is not the view of a field.
 */
export function servedIn(said: string): string | null {
  return /mServedView=([^ {=]+\{[0-9a-f]+) /.exec(said)?.[1] ?? null;
}

/** Prints {@link MOVED} where another view is served at the end than was remembered. */
export const PRINT_MOVED: Step = {
  text: `{ now=${SERVED}; case "\${now%% *}" in "\${served%% *}") ;; *) echo fovea-moved;; esac; }`,
  isSimple: false,
};
export const MOVED = "fovea-moved";

/** Remembers the view that is served; ends the script where that is not the one that it was, or one of another name. */
export function holdField({ entry, served = null }: HeldField): Step {
  const isAnother =
    served === null
      ? ""
      : ` case "\${served%% *}" in ${quote(`mServedView=${served}`)}) ;; *) exit ${FIELD_MOVED};; esac;`;
  const isOther =
    entry === null ? "" : ` case $served in *${quote(`:id/${entry}`)}[\\ }]*) ;; *:id/*) exit ${FIELD_MOVED};; esac;`;
  return { text: `{ served=${SERVED};${isAnother}${isOther} true; }`, isSimple: false };
}

/** Ends the script where another view is served than was remembered: its class and hash identify it. */
export function checkField(): Step {
  const text = `{ now=${SERVED}; case "\${now%% *}" in "\${served%% *}") ;; *) exit ${FIELD_MOVED_LATER};; esac; }`;
  return { text, isSimple: false };
}
