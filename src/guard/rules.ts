import type { Rule } from "./rule.js";
import { commands } from "./rules/commands.js";
import { credentials } from "./rules/credentials.js";
import { enterSends } from "./rules/enter-sends.js";
import { labels } from "./rules/labels.js";
import { permissions } from "./rules/permissions.js";

/** Every rule is asked about every action. */
export const RULES: readonly Rule[] = [commands, credentials, enterSends, labels, permissions];
