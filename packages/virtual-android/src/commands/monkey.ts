import type { Command, CommandCall } from "../command.js";

const MAIN = "android.intent.action.MAIN";
const LAUNCHER = "android.intent.category.LAUNCHER";

/** `monkey -p PACKAGE -c CATEGORY 1`, used to open apps: it starts the launcher activity with one event. */
export const monkey: Command = {
  name: "monkey",
  isScript: true,
  run: async (call) => {
    const args = call.argv.slice(1);
    const request = parse(args);
    if (!request) return await printUsage(call);
    await echoArguments(call, args);
    const { packageName, category, count } = request;
    const app = call.phone.state().packages.find((entry) => entry.packageName === packageName);
    if (!app?.launcherActivity) {
      await call.stdout.write("** No activities found to run, monkey aborted.\n");
      return 252;
    }
    const component = `${app.packageName}/${app.launcherActivity}`;
    call.phone.launch({ action: MAIN, data: null, component, packageName: null, categories: [category] });
    const elapsed = 14;
    await call.sleep(elapsed);
    await call.stdout.write(
      `Events injected: ${count}\n## Network stats: elapsed time=${elapsed}ms (0ms mobile, 0ms wifi, ${elapsed}ms not connected)\n`,
    );
    return 0;
  },
};

interface Request {
  readonly packageName: string;
  readonly category: string;
  readonly count: number;
}

/** Only one event is supported: more events would be random touches. */
function parse(args: readonly string[]): Request | undefined {
  const words = [...args];
  let packageName: string | undefined;
  let category: string = LAUNCHER;
  let count = Number.NaN;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "-p") packageName = words.shift();
    else if (word === "-c") category = words.shift() ?? category;
    else if (word === "--pct-syskeys" || word === "-s" || word === "--throttle") words.shift();
    else if (/^\d+$/.test(word)) count = Number(word);
    else if (word !== "-v") return undefined;
  }
  return packageName !== undefined && count === 1 ? { packageName, category, count } : undefined;
}

/** First the script prints its arguments on standard error, then the program prints them. */
async function echoArguments(call: CommandCall, args: readonly string[]): Promise<void> {
  const echoed = args.map((arg) => `  bash arg: ${arg}\n`).join("");
  const listed = args.map((arg) => ` arg: "${arg}"\n`).join("");
  const data = args.filter((_, i) => args[i - 1] === "-p" || args[i - 1] === "-c").map((arg) => `data="${arg}"\n`);
  await call.stdout.write(echoed);
  await call.stderr.write(`args: [${args.join(", ")}]\n${listed}${data.join("")}`);
}

async function printUsage(call: CommandCall): Promise<number> {
  const lines = [
    "usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]",
    "              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]",
    "              [--pct-syskeys PERCENT] [--throttle MILLISEC]",
    "              [-s SEED]",
    "              [-v [-v] ...]",
    "              COUNT",
    "** Error: this phone makes no random events: name one package with -p and a COUNT of 1",
  ];
  await call.stderr.write(`${lines.join("\n")}\n`);
  return 255;
}
