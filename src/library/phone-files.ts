import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { files } from "../tools/files.js";
import { FILE_CALLS, holdToShapes } from "./calls/call-shapes.js";
import type { PhoneCalls } from "./calls/phone-calls.js";
import { withoutUndefined } from "./fields.js";
import type * as Public from "./types.js";

/** See {@link Public.Files}. */
export class PhoneFiles implements Public.Files {
  readonly #calls: PhoneCalls;

  constructor(calls: PhoneCalls) {
    this.#calls = calls;
    holdToShapes(this, FILE_CALLS, "files.");
  }

  async list(folder: string, options: Public.CallOptions = {}): Promise<readonly Public.FolderEntry[]> {
    const { data } = await this.#calls.call(files, { list: folder }, options);
    if (!("entries" in data)) throw notOf();
    return data.entries;
  }

  /** The program itself wrote the path, so the folder of the file is allowed if the options allow no other folder. */
  async push(file: string, { to, replace, ...limits }: Public.PushOptions = {}): Promise<Public.UnseenChange> {
    if (typeof file !== "string") throw new TypeError("the path of a file of this host is missing");
    const { config } = this.#calls.context;
    const path = await realpath(file).catch(() => resolve(file));
    const own = config.filesDirs.length > 0 ? {} : { filesDirs: [dirname(path)] };
    const context = { ...this.#calls.context, config: { ...config, ...own } };
    const { data } = await this.#calls.call(files, withoutUndefined({ push: path, to, replace }), limits, context);
    if (!("did" in data)) throw notOf();
    return data;
  }

  async pull(path: string, { saveAs, ...limits }: Public.PullOptions = {}): Promise<Public.PulledFile> {
    const { data } = await this.#calls.call(files, withoutUndefined({ pull: path, save_as: saveAs }), limits);
    if (!("savedAs" in data)) throw notOf();
    return data;
  }

  async scan(path: string, options: Public.CallOptions = {}): Promise<Public.UnseenChange> {
    const { data } = await this.#calls.call(files, { scan: path }, options);
    if (!("did" in data)) throw notOf();
    return data;
  }
}

/** For the compiler: the tool gives one kind of data for each of its arguments. */
function notOf(): TypeError {
  return new TypeError("files gave data of another kind");
}
