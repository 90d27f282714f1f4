import { BOOT_ID, PROPERTIES } from "./fake-phone.js";
import type { FakeStream } from "./fake-stream.js";
import type { Said, SetupPhone } from "./setup-phone.js";

const PACKAGE = "dev.fovea.service";
const APK_PATH = `/data/app/~~r8v0Kw==/${PACKAGE}-1a2b==/base.apk`;

/** The programs of a phone that the set-up calls, with the output texts of AOSP. */
export class SetupShell {
  readonly #phone: SetupPhone;

  constructor(phone: SetupPhone) {
    this.#phone = phone;
  }

  async run(text: string, stream: FakeStream): Promise<Said> {
    if (text.startsWith("getprop; ")) return { stdout: this.#bootReport() };
    const parts = text.split("; ").map((part) => part.split(" | ")[0] ?? "");
    const answers: Said[] = [];
    for (const part of parts) answers.push(await this.#program(words(part.replace(/ 2>\/dev\/null$/, "")), stream));
    const stdout = Buffer.concat(answers.map(({ stdout: said = "" }) => Buffer.from(said)));
    return {
      stdout,
      stderr: answers.map(({ stderr = "" }) => stderr).join(""),
      exitCode: answers.at(-1)?.exitCode ?? 0,
    };
  }

  async #program([first = "", ...rest]: readonly string[], stream: FakeStream): Promise<Said> {
    const [name, ...args] = first === "exec" ? rest : [first, ...rest];
    switch (name) {
      case "am":
        return this.#am(args);
      case "settings":
        return this.#settings(args);
      case "cmd":
      case "pm":
        return await this.#packages(
          args.filter((word) => word !== "package"),
          stream,
        );
      case "tail":
        return args[2] === APK_PATH && this.#phone.apk !== null
          ? { stdout: this.#phone.apk.subarray(-Number(args[1])) }
          : { stderr: `tail: ${args[2]}: No such file or directory\n`, exitCode: 1 };
      case "appops":
        return this.#appops(args);
      case "dumpsys":
        return { stdout: this.#dumpsys(args) };
      case "ps":
        return { stdout: `init\n${this.#phone.automation ?? ""}\n` };
      default:
        return this.#files(name ?? "", args);
    }
  }

  #bootReport(): string {
    const { apiLevel, manufacturer } = this.#phone;
    const own = { "ro.build.version.sdk": String(apiLevel), "ro.product.manufacturer": manufacturer };
    const lines = Object.entries({ ...PROPERTIES, ...own }).map(([name, value]) => `[${name}]: [${value}]\n`);
    return `${lines.join("")}/system/bin/timeout\n${BOOT_ID}\n5000.00 100.00\n`;
  }

  #am([verb, ...args]: readonly string[]): Said {
    if (verb === "get-current-user") return { stdout: `${this.#phone.user}\n` };
    if (verb === "start" && args.includes(`${PACKAGE}/.RecoverActivity`)) this.#phone.activityStarts += 1;
    return { stdout: "Starting: Intent { cmp=… }\n" };
  }

  #settings([verb, , user, , name, value]: readonly string[]): Said {
    const key = `${user} ${name}`;
    const before = this.#phone.settings.get(key) ?? "null";
    if (verb === "get") return { stdout: `${before}\n` };
    if (before.includes(PACKAGE) && !(value ?? "").includes(PACKAGE)) this.#phone.switchOffs += 1;
    if (verb === "delete") this.#phone.settings.delete(key);
    else this.#phone.settings.set(key, value ?? "");
    return verb === "delete" ? { stdout: "Deleted 1 rows\n" } : {};
  }

  async #packages(args: readonly string[], stream: FakeStream): Promise<Said> {
    const phone = this.#phone;
    if (args[0] === "path") return phone.apk === null ? { exitCode: 1 } : { stdout: `package:${APK_PATH}\n` };
    if (args[0] === "uninstall") {
      const was = phone.apk;
      phone.apk = null;
      return was ? { stdout: "Success\n" } : { stdout: `Failure [not installed for ${phone.user}]\n`, exitCode: 1 };
    }
    const sizeAt = args.indexOf("-S");
    const path = args.at(-1) ?? "";
    const apk = sizeAt < 0 ? phone.files.get(path)?.bytes : await readStdin(stream, Number(args[sizeAt + 1]));
    const refusal = apk === undefined ? "INSTALL_FAILED_INVALID_URI" : phone.install(apk);
    return refusal === null ? { stdout: "Success\n" } : { stdout: `Failure [${refusal}]\n`, exitCode: 1 };
  }

  #appops([verb]: readonly string[]): Said {
    if (verb === "get") return { stdout: `ACCESS_RESTRICTED_SETTINGS: ${this.#phone.appOp}\n` };
    this.#phone.appOp = "allow";
    return {};
  }

  #dumpsys(args: readonly string[]): string {
    const { isBound, isCrashed, automation, epoch, user, apk, settings } = this.#phone;
    if (args.includes("package")) return apk === null ? "" : "    versionName=0.1.0\n";
    if (args.includes("activity")) {
      if (!isBound) return `No services match: ${PACKAGE}/.FoveaAccessibilityService\nUse -h for help.\n`;
      const words = `fovea-version: 0.1.0\n    fovea-epoch: ${epoch}\n    fovea-socket: ${PACKAGE}.u${user}\n    fovea-state: running`;
      return `SERVICE ${PACKAGE}/.FoveaAccessibilityService 6a1b2c pid=4242 user=${user}\n  Client:\n    ${words}\n`;
    }
    const list = (settings.get(`${user} enabled_accessibility_services`) ?? "").split(":").filter((one) => one !== "");
    const ours = `{${PACKAGE}/${PACKAGE}.FoveaAccessibilityService}`;
    return [
      "ACCESSIBILITY MANAGER (dumpsys accessibility)\n",
      "User state[",
      `     attributes:{id=${user}, touchExplorationEnabled=false}`,
      `     Bound services:{${isBound ? "Service[label=Fovea, feedbackType[FEEDBACK_GENERIC], capabilities=33]" : ""}}`,
      `     Enabled services:{${list.map((one) => `{${one}}`).join(", ")}}`,
      "     Binding services:{}",
      `     Crashed services:{${isCrashed ? ours : ""}}]`,
      ...(automation === null ? [] : ["Ui Automation[eventTypes=TYPES_ALL_MASK, notificationTimeout=0]"]),
      "",
    ].join("\n");
  }

  #files(name: string, args: readonly string[]): Said {
    const { files } = this.#phone;
    const path = args.at(-1) ?? "";
    if (name === "echo") return { stdout: `${args.join(" ")}\n` };
    if (name === "ls") {
      const names = [...files.keys()].map((file) => file.slice(path.length + 1));
      return { stdout: names.map((file) => `${file}\n`).join("") };
    }
    if (name === "rm") for (const file of args) files.delete(file);
    if (name === "cat") {
      const file = files.get(path);
      return file ? { stdout: file.bytes } : { stderr: `cat: ${path}: No such file or directory\n`, exitCode: 1 };
    }
    return {};
  }
}

/** The words of a command that our own code has quoted. */
function words(text: string): readonly string[] {
  const found = text.match(/(?:'[^']*'|\\'|[^\s'\\])+/g) ?? [];
  return found.map((word) => word.replaceAll("\\'", "\0").replaceAll("'", "").replaceAll("\0", "'"));
}

/** Reads this number of bytes of standard input, which arrive in packets of shell v2. */
async function readStdin(stream: FakeStream, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let left = size; left > 0; ) {
    const header = await stream.read(5);
    const part = header && (await stream.read(header.readUInt32LE(1)));
    if (!part || header.readUInt8(0) !== 0) break;
    parts.push(Buffer.from(part));
    left -= part.length;
  }
  return Buffer.concat(parts);
}
