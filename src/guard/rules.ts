import type { Rule } from "./rule.js";
import { commands } from "./rules/commands.js";
import { credentials } from "./rules/credentials.js";
import { dialogs } from "./rules/dialogs.js";
import { enterSends } from "./rules/enter-sends.js";
import { gestures } from "./rules/gestures.js";
import { ids } from "./rules/ids.js";
import { keys } from "./rules/keys.js";
import { labels } from "./rules/labels.js";
import { locks } from "./rules/locks.js";
import { money } from "./rules/money.js";
import { permissions } from "./rules/permissions.js";
import { privacy } from "./rules/privacy.js";

/** Every rule is asked about every action. */
export const RULES: readonly Rule[] = [
  commands,
  credentials,
  dialogs,
  enterSends,
  gestures,
  ids,
  keys,
  labels,
  locks,
  money,
  permissions,
  privacy,
];
