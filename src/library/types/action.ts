/** One argument or one returned value. */
export interface ActionField {
  readonly type: "string" | "integer" | "number" | "boolean";
  readonly description: string;
  /** Only these, for `string`. */
  readonly choices?: readonly [string, ...string[]];
  /** It may be left out. */
  readonly optional?: boolean;
}

/** Arguments or returned values by their names. */
export type ActionFields = Readonly<Record<string, ActionField>>;
/** Arguments that were checked by `schema`. */
export type ActionArgs = Readonly<Record<string, string | number | boolean>>;
/** What an action gives; checked by `returns`. */
export type ActionResult = Readonly<Record<string, unknown>>;
