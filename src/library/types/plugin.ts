import type { ActionArgs, ActionFields, ActionResult } from "./action.js";
import type { Phone } from "./phone.js";
import type { Element } from "./screen.js";

/**
 * The phone of an action. Its calls are the same as those of {@link Phone}, belong to the turn of the action, and end
 * with it.
 */
export type ActionPhone = Omit<Phone, "close" | "apps" | "adb" | "actions" | "debug" | typeof Symbol.asyncDispose>;

/** An action of a plug-in: a tool with its name in `tools/list`, and a method of `phone.actions`. */
export interface ActionDefinition {
  /** A name in snake_case, at most 32 characters, different from all other tools. */
  readonly name: string;
  /** The purpose in one sentence, for models. */
  readonly purpose: string;
  readonly schema: ActionFields;
  readonly returns: ActionFields;
  /** Valid arguments: models read them, and the contract runs the action with them. */
  readonly example: ActionArgs;
  /** Performs the action and gives values that fit `returns`. Everything that it waits for has to end with `signal`. */
  readonly run: (args: ActionArgs, phone: ActionPhone, signal: AbortSignal) => Promise<ActionResult>;
}

/** The screen that a verifier judges. */
export interface JudgedScreen {
  /**
   * Whether the screen has a hierarchy. If only detectors saw it, an element that is not in `elements` may still be
   * there.
   */
  readonly hasHierarchy: boolean;
  readonly elements: readonly Element[];
  readonly app: { readonly package: string | null; readonly activity: string | null } | null;
  readonly isKeyboardShown: boolean | null;
  /** The elements that a selector names. If none is found without a hierarchy, the verifier's answer is unknown. */
  readonly find: (selector: string) => readonly Element[];
}

/**
 * Whether something is true of a screen; null if the screen does not show it. Has to return at once, without a promise.
 */
export type VerifierFunction = (screen: JudgedScreen) => boolean | null;

/** Makes a detector; docs/detectors.md describes the contract of `createDetector`. */
export type CreatePluginDetector = (options: Readonly<Record<string, unknown>>) => unknown;

/** What a plug-in can register. Throws PLUGIN_UNUSABLE with the reason for anything that cannot be used. */
export interface PluginRegistry {
  /** Adds a tool with this name, and a method of `phone.actions`. */
  registerAction(definition: ActionDefinition): void;
  /** Adds a word for conditions: another condition, or a function. */
  registerVerifier(name: string, verifier: string | VerifierFunction): void;
  /** Adds a detector. It gets the same pictures as the detector of `--detector`. */
  registerDetector(name: string, create: CreatePluginDetector): void;
}

/** The default export of a plug-in's module. */
export type RegisterPlugin = (registry: PluginRegistry) => void | Promise<void>;

/** One part of the contract, to be run as a test. */
export interface ContractCase {
  readonly name: string;
  /** Throws if the plug-in does not meet the contract. */
  readonly run: () => Promise<void>;
}

/**
 * The requirements for a plug-in, as tests for any test runner: it registers something, each action performs its
 * example on a virtual phone and gives values that fit `returns`, each verifier answers, and each detector gives
 * detections.
 */
export type PluginContract = (
  register: RegisterPlugin,
  options?: { readonly app?: string },
) => Promise<readonly ContractCase[]>;
