import type { PhoneState } from "../../phone-state.js";
import { identityHash, type Lines, linesOf, NOW } from "../text.js";

/** `dumpsys notification [--noredact]`: NotificationManagerService.dumpImpl, NotificationRecord.dump. */
export function dumpNotification(state: PhoneState, args: readonly string[]): Lines {
  const isOpen = args.includes("--noredact") || args.includes("--reveal");
  const records = state.notifications ?? [];
  if (records.length === 0) return ["Current Notification Manager state:"];
  return [
    "Current Notification Manager state:",
    "  Notification List:",
    ...records.flatMap(({ packageName, id, tag, title, text }) => {
      const uid = state.packages.find((one) => one.packageName === packageName)?.uid ?? 2000;
      const key = `0|${packageName}|${id}|${tag}|${uid}`;
      const shown = (words: string) => (isOpen ? `String (${words})` : `String [length=${words.length}]`);
      return linesOf(state.build.apiLevel, [
        [
          24,
          NOW,
          `    NotificationRecord(0x${identityHash(key)}: pkg=${packageName} user=UserHandle{0} id=${id} tag=${tag} importance=3 key=${key}: Notification(pri=0 contentView=null))`,
        ],
        [24, NOW, `      uid=${uid} userId=0`],
        [24, NOW, "      flags=0x0"],
        [24, NOW, `      key=${key}`],
        [24, NOW, "      extras={"],
        [24, NOW, `        android.title=${shown(title)}`],
        [24, NOW, `        android.text=${shown(text)}`],
        [24, NOW, "      }"],
      ]);
    }),
  ];
}
