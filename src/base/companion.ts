import type { OptionSpec } from "./config.js";

/** What may run on the device for Fovea; `auto` is the first of them that can: the service, then the shell's. */
export const COMPANIONS = ["auto", "service", "shell", "off"] as const;
export type Companion = (typeof COMPANIONS)[number];

export const COMPANION_OPTIONS = [
  {
    flag: "--companion",
    env: "FOVEA_COMPANION",
    key: "companion",
    type: "string",
    default: "auto",
    doc: "What may run on the device for Fovea: auto, service (the accessibility service of `fovea setup`), shell (a program in adb's shell that installs nothing and ends with Fovea; no other tool can use UiAutomation meanwhile) or off. auto is the service, else, in `serve`, the shell's program where nothing else holds UiAutomation, else off.",
    example: "service",
  },
] as const satisfies readonly OptionSpec[];
