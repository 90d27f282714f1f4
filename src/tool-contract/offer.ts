import { type GuardChoice, type ManageApps, offersConfirmation, type ToolGroup } from "../base/options/choices.js";
import type { AskedBy, ToolKind } from "./tool.js";

/** The options of a server that decide which tools it offers. */
export interface OfferOptions {
  readonly readOnly: boolean;
  readonly slim: boolean;
  readonly takeAction?: boolean;
  readonly manageApps?: ManageApps;
  readonly traceTools?: boolean;
  readonly tools?: readonly ToolGroup[];
  readonly memory?: string | undefined;
  readonly guard?: GuardChoice | undefined;
  readonly guardPolicy?: string | undefined;
}

/** The properties of a tool that decide whether it is offered. */
interface Offerable {
  readonly kind: ToolKind;
  readonly slim?: unknown;
  readonly askedBy?: AskedBy;
  readonly group?: ToolGroup;
  readonly actsWith?: readonly string[];
}

/** Whether a server with these options offers a tool; this never changes while the server runs. */
export function isOffered({ kind, slim, askedBy, group, actsWith }: Offerable, options: OfferOptions): boolean {
  if (options.readOnly && kind === "act" && actsWith === undefined) return false;
  // A requested group is offered in the slim list, too.
  if (group !== undefined) return options.tools?.includes(group) ?? false;
  if (options.slim && !slim) return false;
  if (askedBy === "manageApps") return (options.manageApps ?? "off") !== "off";
  if (askedBy === "guard") return offersConfirmation(options);
  if (askedBy === "memory") return options.memory !== undefined;
  return askedBy === undefined || options[askedBy] === true;
}

/** The options that offer tools, in the form in which a user types them. */
const BY_OPTION: Readonly<Record<AskedBy, string>> = {
  takeAction: "--take-action",
  guard: "--guard confirm",
  manageApps: "--manage-apps ask",
  traceTools: "--trace-tools",
  memory: "--memory DIR",
};

/** A sentence that names the option which would offer the tool, or the option that leaves it out. */
export function whatOffers(tool: Offerable & { readonly name: string }, options: OfferOptions): string {
  const { name, kind, group, askedBy, actsWith } = tool;
  if (options.readOnly && kind === "act" && actsWith === undefined) return `--read-only leaves ${name} out`;
  if (group !== undefined) return `--tools ${group} would offer ${name}`;
  if (options.slim && tool.slim === undefined) return `--slim leaves ${name} out`;
  return askedBy === undefined ? `${name} is not offered` : `${BY_OPTION[askedBy]} would offer ${name}`;
}
