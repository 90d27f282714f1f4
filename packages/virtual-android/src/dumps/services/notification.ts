import type { PhoneState } from "../../phone-state.js";
import { formatUid, identityHash, type Lines, linesOf, NOW } from "../text.js";

/** `dumpsys notification [--noredact]`: NotificationManagerService.dumpImpl, NotificationRecord.dump. */
export function dumpNotification(state: PhoneState, args: readonly string[]): Lines {
  const isOpen = args.includes("--noredact") || args.includes("--reveal");
  const records = state.notifications ?? [];
  const head = ["Current Notification Manager state:", ...toastQueue(state)];
  if (records.length === 0) return head;
  return [
    ...head,
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

/**
 * Before Android 11 an app draws its toasts itself, and the record has a callback in place of the words
 * (NotificationManagerService.ToastRecord); since then it is a TextToastRecord (services/core, notification/toast).
 */
function toastQueue({ toast, build }: PhoneState): Lines {
  if (!toast) return [];
  const { text, packageName, pid, uid, isLong } = toast;
  const hash = identityHash(`toast ${packageName} ${text}`);
  const duration = isLong ? 1 : 0;
  const proxy = `android.app.ITransientNotification$Stub$Proxy@${hash}`;
  const record =
    build.apiLevel >= 30
      ? `TextToastRecord{${hash} ${pid}:${packageName}/${formatUid(uid)} isSystemToast=false token=android.os.BinderProxy@${hash} text=${text} duration=${duration}}`
      : `ToastRecord{${hash} pkg=${packageName} callback=${proxy} duration=${duration}}`;
  return ["  Toast Queue:", `    ${record}`, "  "];
}
