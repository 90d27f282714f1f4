import * as z from "zod";
import { FUNCTIONS, type FunctionName } from "./functions.js";

/** One checked action: a function and its arguments. */
export type PhoneAction = {
  [Name in FunctionName]: { readonly name: Name } & Readonly<z.infer<(typeof FUNCTIONS)[Name]["schema"]>>;
}[FunctionName];

const actionSchema = z.discriminatedUnion("name", [
  FUNCTIONS.click.schema.extend({ name: z.literal("click") }),
  FUNCTIONS.type.schema.extend({ name: z.literal("type") }),
  FUNCTIONS.press_key.schema.extend({ name: z.literal("press_key") }),
  FUNCTIONS.scroll.schema.extend({ name: z.literal("scroll") }),
  FUNCTIONS.scroll_to.schema.extend({ name: z.literal("scroll_to") }),
  FUNCTIONS.open_app.schema.extend({ name: z.literal("open_app") }),
  FUNCTIONS.wait.schema.extend({ name: z.literal("wait") }),
]);

export type ReadCall = { readonly action: PhoneAction } | { readonly mistake: string };

/** The action that a model called; or the mistake in its call, in words for the model. */
export function readCall(call: { readonly name: string; readonly input: unknown } | null): ReadCall {
  if (call === null) return { mistake: "No function call found in response." };
  if (!Object.hasOwn(FUNCTIONS, call.name))
    return {
      mistake: `there is no function ${JSON.stringify(call.name)}; there are ${Object.keys(FUNCTIONS).join(", ")}`,
    };
  const { input } = call;
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return { mistake: `${call.name}: the arguments have to be a JSON object` };
  const read = actionSchema.safeParse({ ...input, name: call.name });
  if (read.success) return { action: read.data };
  const [issue] = read.error.issues;
  return {
    mistake: `${call.name}: ${issue ? `${issue.path.map(String).join(".")}: ${issue.message}` : "wrong arguments"}`,
  };
}

/** The action in words for logs and questions, without the text to type. */
export function describe(action: PhoneAction): string {
  switch (action.name) {
    case "click":
      return `${action.hold === true ? "long press" : "tap"} ${action.ref}`;
    case "type":
      return `type ${action.text.length} characters${action.ref === undefined ? "" : ` into ${action.ref}`}`;
    case "press_key":
      return `press ${action.key}`;
    case "scroll":
      return `scroll ${action.direction}${action.ref === undefined ? "" : ` in ${action.ref}`}`;
    case "scroll_to":
      return `scroll to ${JSON.stringify(action.text)}`;
    case "open_app":
      return `open ${action.package}`;
    case "wait":
      return `wait ${action.seconds} s`;
  }
}
