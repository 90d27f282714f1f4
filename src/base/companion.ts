/** What may run on the device for Fovea; `auto` is the first of them that can: the service, then the shell's. */
export const COMPANIONS = ["auto", "service", "shell", "off"] as const;
export type Companion = (typeof COMPANIONS)[number];
