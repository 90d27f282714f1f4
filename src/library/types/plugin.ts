import type { ActionArgs, ActionFields, ActionResult } from "./action.js";
import type { Phone } from "./phone.js";
import type { Element } from "./screen.js";

/** The phone as an action gets it: it acts by the same verbs, in the turn of the action, and ends with it. */
export type ActionPhone = Omit<Phone, "close" | "apps" | "adb" | "actions" | "debug" | typeof Symbol.asyncDispose>;

/** An action of a plug-in: a tool of its name in `tools/list`, and a method of `phone.actions`. */
export interface ActionDefinition {
  /** snake_case, 32 characters at most, no name of a tool that there is. */
  readonly name: string;
  /** What it is for, in one sentence for models. */
  readonly purpose: string;
  readonly schema: ActionFields;
  readonly returns: ActionFields;
  /** Arguments that make sense, as models are shown them and as the contract tries them. */
  readonly example: ActionArgs;
  /** Does it and gives what `returns` says. Everything that it waits for ends with `signal`. */
  readonly run: (args: ActionArgs, phone: ActionPhone, signal: AbortSignal) => Promise<ActionResult>;
}

/** What a verifier is asked about. */
export interface JudgedScreen {
  /** False where detectors alone saw the screen: what is not among `elements` may be there nevertheless. */
  readonly hasHierarchy: boolean;
  readonly elements: readonly Element[];
  readonly app: { readonly package: string | null; readonly activity: string | null } | null;
  readonly isKeyboardShown: boolean | null;
  /** The elements that a selector names. Where none is found without a hierarchy, the verifier's answer is unknown. */
  readonly find: (selector: string) => readonly Element[];
}

/** Whether something is true of a screen; null if the screen does not show. It has to answer at once. */
export type VerifierFunction = (screen: JudgedScreen) => boolean | null;

/** A box that a detector saw; docs/detectors.md describes the contract of `createDetector`. */
export type CreatePluginDetector = (options: Readonly<Record<string, unknown>>) => unknown;

/** What a plug-in registers by. Throws PLUGIN_UNUSABLE for what cannot be used, with the reason. */
export interface PluginRegistry {
  /** A tool of this name, and a method of `phone.actions`. */
  registerAction(definition: ActionDefinition): void;
  /** A word of conditions: another condition, or a function. */
  registerVerifier(name: string, verifier: string | VerifierFunction): void;
  /** Looks at the same pictures as the detector of `--detector`, beside it. */
  registerDetector(name: string, create: CreatePluginDetector): void;
}

/** The default export of a plug-in's module. */
export type RegisterPlugin = (registry: PluginRegistry) => void | Promise<void>;

/** One part of the contract, to be run as a test. */
export interface ContractCase {
  readonly name: string;
  /** Throws where the plug-in does not hold to the contract. */
  readonly run: () => Promise<void>;
}

/**
 * What a plug-in has to hold to, as tests for whatever runner: that it registers, that each action does its example on
 * a virtual phone and gives what it says, that each verifier answers, and that each detector gives detections.
 */
export type PluginContract = (
  register: RegisterPlugin,
  options?: { readonly app?: string },
) => Promise<readonly ContractCase[]>;
