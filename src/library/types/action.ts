/** One argument or one returned value. */
export interface ActionField {
  readonly type: "string" | "integer" | "number" | "boolean";
  readonly description: string;
  /** The allowed values; only for `string`. */
  readonly choices?: readonly [string, ...string[]];
  /** Whether the argument may be omitted. */
  readonly optional?: boolean;
}

/** Arguments or returned values, by name. */
export type ActionFields = Readonly<Record<string, ActionField>>;
/** Arguments that fit `schema`. */
export type ActionArgs = Readonly<Record<string, string | number | boolean>>;
/** The values that an action returns; they fit `returns`. */
export type ActionResult = Readonly<Record<string, unknown>>;
