import type { PhoneIntent } from "../intent.js";

/** Intent.toString: `Intent { act=… cat=[…] dat=… typ=… flg=… pkg=… cmp=… (has extras) }`. */
export function intentText(intent: PhoneIntent, flags: number): string {
  const parts = [
    ...(intent.action === null ? [] : [`act=${intent.action}`]),
    ...(intent.categories.length === 0 ? [] : [`cat=[${intent.categories.join(",")}]`]),
    ...(intent.data === null ? [] : [`dat=${safeAddress(intent.data)}`]),
    ...(intent.type ? [`typ=${intent.type}`] : []),
    ...(flags === 0 ? [] : [`flg=0x${flags.toString(16)}`]),
    ...(intent.packageName === null ? [] : [`pkg=${intent.packageName}`]),
    ...(intent.component === null ? [] : [`cmp=${shortComponent(intent.component)}`]),
    ...(intent.extras && intent.extras.size > 0 ? ["(has extras)"] : []),
  ];
  return `Intent { ${parts.join(" ")} }`;
}

/** ComponentName.flattenToShortString: the class without the package name if it starts with it. */
export function shortComponent(component: string): string {
  const [packageName = "", className = ""] = component.split("/");
  const isInside = className.startsWith(`${packageName}.`);
  return `${packageName}/${isInside ? className.slice(packageName.length) : className}`;
}

/** `package/full.Class`. */
export function longComponent(component: string): string {
  const [packageName = "", className = ""] = component.split("/");
  return `${packageName}/${className.startsWith(".") ? packageName + className : className}`;
}

/** Uri.toSafeString: web addresses with `/...` after the host; in personal addresses, x in place of each character. */
function safeAddress(address: string): string {
  const web = /^(https?|ftp|rtsp):\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(address);
  if (web) return `${web[1]}://${web[2]}/...`;
  const person = /^(tel|sip|sms|smsto|mailto|nfc):(.*)$/i.exec(address);
  return person ? `${person[1]}:${(person[2] ?? "").replace(/[^-@.]/g, "x")}` : address;
}
