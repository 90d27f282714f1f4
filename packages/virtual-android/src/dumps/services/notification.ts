import type { ActiveNotification } from "../../active-notification.js";
import type { PhoneState } from "../../phone-state.js";
import type { DumpPart } from "../dump-service.js";
import { formatUid, identityHash, type Lines, linesOf, NOW } from "../text.js";

/**
 * `dumpsys notification [--noredact] [--proto]`: NotificationManagerService.dumpImpl and, since Android 8, dumpProto;
 * NotificationRecord.dump.
 */
export function dumpNotification(state: PhoneState, args: readonly string[]): readonly DumpPart[] {
  return args.includes("--proto") && state.build.apiLevel >= 26 ? [protoOf(state)] : textOf(state, args);
}

/**
 * NotificationServiceDumpProto: field 1 is `records`. In a record, 1 is `key`, 2 is `state` (POSTED is 1), 3 is
 * `flags`.
 */
function protoOf(state: PhoneState): Uint8Array {
  const records = (state.notifications ?? []).map((one) => {
    const key = Buffer.from(keyOf(state, one));
    return protoBytes(1, Buffer.concat([protoBytes(1, key), Buffer.from([0x10, 1]), Buffer.from([0x18, 0])]));
  });
  return Buffer.concat(records);
}

function protoBytes(field: number, bytes: Buffer): Buffer {
  const length: number[] = [];
  for (let left = bytes.length; ; left = Math.floor(left / 128)) {
    length.push(left < 128 ? left : (left % 128) + 128);
    if (left < 128) break;
  }
  return Buffer.concat([Buffer.from([field * 8 + 2, ...length]), bytes]);
}

/** `USER|PACKAGE|ID|TAG|UID`: StatusBarNotification.key. */
function keyOf(state: PhoneState, { packageName, id, tag }: ActiveNotification): string {
  return `0|${packageName}|${id}|${tag}|${uidOf(state, packageName)}`;
}

function uidOf(state: PhoneState, packageName: string): number {
  return state.packages.find((one) => one.packageName === packageName)?.uid ?? 2000;
}

function textOf(state: PhoneState, args: readonly string[]): Lines {
  const isOpen = args.includes("--noredact") || args.includes("--reveal");
  const records = state.notifications ?? [];
  const head = ["Current Notification Manager state:", ...toastQueue(state)];
  if (records.length === 0) return head;
  return [
    ...head,
    "  Notification List:",
    ...records.flatMap((one) => {
      const { packageName, id, tag, title, text } = one;
      const uid = uidOf(state, packageName);
      const key = keyOf(state, one);
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
 * Before Android 11 an app draws its toasts itself, and the record has a callback in place of the text
 * (NotificationManagerService.ToastRecord). From 11 on it is a TextToastRecord (services/core, notification/toast).
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
