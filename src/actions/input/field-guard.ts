import { quote, quoteArgv } from "../../devices/quote.js";
import { dumpsys, type Step } from "../../devices/script.js";
import type { UiElement } from "../../screen/element.js";

/** Exit codes of a guard: another field has the focus, before anything was sent or in the middle. */
export const FIELD_MOVED = 78;
export const FIELD_MOVED_LATER = 79;

/** The field that keys are meant for. */
export interface HeldField {
  /** The entry name of its view; null if it has none, or if its name is not the name of a view. */
  readonly entry: string | null;
  /**
   * The view that received keys when the field had just got the focus (see {@link servedIn}); null if that is unknown.
   */
  readonly served?: string | null;
  /** Indices of the commands before which the focus is checked, besides the first. */
  readonly checks: ReadonlySet<number>;
  /** Those of these commands before which the focus may have moved by itself, as after an Enter. */
  readonly leaves: ReadonlySet<number>;
}

/** Names of views are `package:id/entry`; web pages and Compose use names of their own. */
export function heldField(field: UiElement | null, places: Partial<Omit<HeldField, "entry">> = {}): HeldField {
  const entry = /^[^/]+:id\/(\w+)$/.exec(field?.resourceId ?? "")?.[1] ?? null;
  return { entry, checks: new Set(), leaves: new Set(), ...places };
}

/**
 * The view that receives keys, from the app's input method manager, in the format of `View.toString`: `Class{hash flags
 * bounds #id app:id/name}` (InputMethodManager.dump, API 24 to 36). Web pages and Compose have one view for all of
 * their fields.
 */
const SERVED = `$(${quoteArgv(dumpsys(2, "input_method"))} | ${quoteArgv(["grep", "-m1", "-o", "mServedView=.*"])})`;

/** Prints the view that receives keys, for {@link servedIn}. */
export const PRINT_SERVED: Step = { text: `{ echo "${SERVED}" || true; }`, isSimple: false };

/**
 * The class and hash of the view that was reported to receive keys; null if none was, or if it is not a field's view.
 */
export function servedIn(said: string): string | null {
  return /mServedView=([^ {=]+\{[0-9a-f]+) /.exec(said)?.[1] ?? null;
}

/** Prints {@link MOVED} if another view receives keys at the end than the remembered one. */
export const PRINT_MOVED: Step = {
  text: `{ now=${SERVED}; case "\${now%% *}" in "\${served%% *}") ;; *) echo fovea-moved;; esac; }`,
  isSimple: false,
};
export const MOVED = "fovea-moved";

/** Remembers the view that receives keys. Ends the script if it is not the expected view, or has another name. */
export function holdField({ entry, served = null }: HeldField): Step {
  const isAnother =
    served === null
      ? ""
      : ` case "\${served%% *}" in ${quote(`mServedView=${served}`)}) ;; *) exit ${FIELD_MOVED};; esac;`;
  const isOther =
    entry === null ? "" : ` case $served in *${quote(`:id/${entry}`)}[\\ }]*) ;; *:id/*) exit ${FIELD_MOVED};; esac;`;
  return { text: `{ served=${SERVED};${isAnother}${isOther} true; }`, isSimple: false };
}

/** Ends the script if another view receives keys than the remembered one; class and hash identify a view. */
export function checkField(): Step {
  const text = `{ now=${SERVED}; case "\${now%% *}" in "\${served%% *}") ;; *) exit ${FIELD_MOVED_LATER};; esac; }`;
  return { text, isSimple: false };
}
