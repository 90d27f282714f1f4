import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { TOOLBOX } from "../../src/virtual-device/toolbox.js";
import { startVirtualDevice, type VirtualDevice } from "../../src/virtual-device/virtual-device.js";
import { plainPhone } from "../support/plain-phone.js";
import { findRealShell, hasRealShell, type RealShell } from "../support/real-shell.js";
import { runOnPhone } from "../support/run-on-phone.js";

const FOLDER = "/data/local/tmp/work";
const FILES = { "a.txt": "one two\nthree\nfour five  six\n", "b.txt": "alpha\nbeta\ngamma\nbeta\n", empty: "" };

/** Scripts that the real toybox (0.8.9, over mksh) answers alike, by the program that they are about. */
const LIKE_TOYBOX: Readonly<Record<string, readonly string[]>> = {
  base64: ["base64 a.txt", "base64 a.txt | base64 -d", "base64 -w 0 b.txt", "base64 nope"],
  basename: ["basename /a/b.c .c", "basename /a/b/", "basename /", "basename"],
  bracket: ["toybox [ 1 -lt 2 ]; echo $?", "toybox [ 1", "toybox [ -f a.txt ]; echo $?"],
  cat: ["cat a.txt b.txt", "cat nope a.txt", "cat .", "cat -z", "cat - < a.txt", "cat < empty"],
  chmod: ["chmod 640 a.txt; stat -c %a a.txt", "chmod 600 a.txt; chmod u+x,go=r a.txt; stat -c %a a.txt", "chmod 600"],
  cp: [
    "cp a.txt c; cat c",
    "cp a.txt",
    "cp nope c",
    "mkdir d; cp a.txt b.txt d; ls d",
    "mkdir d; cp a.txt d/; cp -r d e; ls e",
  ],
  cut: [
    "cut -d' ' -f2 a.txt",
    "cut -c2-3 b.txt",
    "cut -f1 a.txt",
    "printf 'a:b:c\\n' | cut -d: -f1,3",
    "cut -c -2 b.txt",
    "cut -b 2- b.txt",
  ],
  date: [
    "date -u -d @1700000000 '+%a %b %e %H:%M:%S %Z %Y|%D|%j|%p|%I|%y|%%|%n|%t|%C|%h|%s'",
    "date -u -d @0",
    "date -u -d @86400 +%F_%T",
    "date -x",
  ],
  dirname: ["dirname /a/b", "dirname a", "dirname /", "dirname a/b/c"],
  echo: ["toybox echo 'a\\tb'", "toybox echo -e 'a\\tb\\cz'", "toybox echo -n x", "toybox echo -- y"],
  egrep: ["egrep '^(al|ga)' b.txt"],
  env: ["env -i A=b C=d env", "env A=1 printenv A", "env -i nope", "env -u HOME printenv HOME; echo $?"],
  false: ["toybox false; echo $?"],
  fgrep: ["fgrep . a.txt; echo $?"],
  grep: [
    "grep -n beta b.txt",
    "grep -c a a.txt b.txt",
    "grep -v a b.txt; echo $?",
    "grep -o 'a.' b.txt",
    "grep -i ALPHA b.txt",
    "grep -q nope b.txt; echo $?",
    "grep -A1 -n two a.txt",
    "grep -B1 five a.txt",
    "grep -C1 three a.txt",
    "grep -m1 a b.txt",
    "grep -w one a.txt; grep -w on a.txt",
    "grep -x beta b.txt",
    "grep -e al -e ga b.txt",
    "grep -l a a.txt b.txt; grep -L a a.txt b.txt",
    "grep -h a a.txt b.txt; grep -H a b.txt",
    "grep -E '(' a.txt",
    "grep",
    "grep a nope",
    "grep -E 'a{1}l|m+a' b.txt",
    "grep 'a\\{1\\}l' b.txt",
    "grep '[[:upper:]]' a.txt; echo $?",
    "cat a.txt | grep -n o",
    "grep -r three .",
    "grep -A1 beta b.txt",
  ],
  head: [
    "head -n 2 a.txt",
    "head -c 5 a.txt",
    "head -1 b.txt",
    "head -n1 a.txt b.txt",
    "head nope",
    "head -q -n 1 a.txt b.txt",
    "cat b.txt | head -2",
  ],
  kill: ["toybox kill 999999"],
  ln: ["ln -s a.txt l; cat l; readlink l", "ln -s a.txt b.txt", "ln -sf a.txt b.txt; cat b.txt"],
  ls: [
    "ls",
    "ls -1",
    "ls nope a.txt",
    "ls -a | head -n 4",
    "mkdir d; touch d/x; ls d; ls -d d; ls -p",
    "mkdir d; touch d/y; ls -R",
    "touch .h; ls -A",
    "ls -r",
  ],
  md5sum: ["md5sum a.txt b.txt", "md5sum < a.txt", "md5sum nope", "md5sum -b a.txt"],
  mkdir: ["mkdir d; mkdir d", "mkdir -p x/y/z; ls x/y", "mkdir q/r", "mkdir"],
  mv: ["mv a.txt c; ls", "mv nope c", "mv a.txt", "mkdir d; mv a.txt b.txt d; ls d"],
  nohup: ["nohup echo kept", "nohup nope"],
  pidof: ["pidof no-such-program; echo $?"],
  printenv: ["printenv HOME", "printenv NOPE; echo $?"],
  printf: [
    "printf '%d %s\\n' 3 a 4 b",
    "printf '[%5s][%-5s][%05d][%x][%o][%c][%%]\\n' ab cd 42 255 8 xyz",
    "printf '%5.2f|%e\\n' 3.14159 12345",
    "printf '%b' 'a\\tb\\n'",
    "printf '%d\\n' abc; echo $?",
    "printf",
    "printf '%z' 1; echo $?",
    "printf '\\x41\\101\\n'",
    "printf '%d %d %d\\n' 0x10 010 -5",
    "printf '%s|' a b c",
    "printf -- '-x\\n'",
    "printf '%.2s|%*d\\n' abc 5 7",
  ],
  pwd: ["cd /; toybox pwd"],
  readlink: ["readlink a.txt; echo $?", "ln -s a.txt l; readlink l; readlink -n l"],
  realpath: ["toybox realpath /; toybox realpath /nope/x"],
  rm: [
    "rm a.txt; ls",
    "rm nope; echo $?",
    "mkdir d; rm d; echo $?",
    "mkdir d; touch d/x; rm -r d; ls",
    "rm -f nope; echo $?",
  ],
  rmdir: ["mkdir d; rmdir d; ls", "mkdir d; touch d/x; rmdir d", "rmdir nope"],
  sed: [
    "sed s/o/0/ a.txt",
    "sed s/o/0/g a.txt",
    "sed -n 2p b.txt",
    "sed 1d b.txt",
    "sed '/beta/d' b.txt",
    "sed -e 's/\\(o\\)n/<\\1>/' a.txt",
    "sed -E 's/(o)n/<\\1>/' a.txt",
    "sed '$d' b.txt",
    "sed 1q b.txt",
    "sed -n '/beta/,$p' b.txt",
    "sed 's/x' a.txt",
    "sed 's/a/[&]/g' b.txt",
    "sed '2,3s/^/> /' b.txt",
    "sed -n '$=' b.txt",
    "sed 's,e,E,;y/abc/xyz/' b.txt",
    "sed -i s/one/ONE/ a.txt; cat a.txt",
    "sed '/alpha/a added' b.txt",
    "sed '2!d' b.txt",
  ],
  seq: ["seq 3", "seq 2 4", "seq 1 2 6", "seq -s , 3", "seq"],
  setsid: ["setsid echo apart"],
  sha1sum: ["sha1sum a.txt"],
  sha256sum: ["sha256sum a.txt"],
  sha512sum: ["sha512sum a.txt"],
  sleep: ["sleep x", "sleep", "sleep 0.01s; echo $?"],
  sort: [
    "sort b.txt",
    "sort -r b.txt",
    "sort -u b.txt",
    "printf '10\\n9\\n2\\n' | sort -n",
    "sort -k2 a.txt",
    "sort -t: -k2 -n <<E\na:10\nb:9\nE\n",
    "sort nope",
  ],
  stat: ["stat -c '%s %n %F' a.txt", "stat nope", "stat -c %F . empty"],
  tail: [
    "tail -n 1 a.txt",
    "tail -c 4 a.txt",
    "tail -n +2 b.txt",
    "tail +3 b.txt",
    "tail -1 b.txt",
    "tail -n 1 a.txt b.txt",
    "printf 'no end' | tail -n 1",
    "tail nope",
  ],
  tee: ["tee t1 t2 < a.txt; cat t1 t2", "echo b | tee -a a.txt; cat a.txt"],
  test: [
    "toybox test a = a; echo $?",
    "toybox test 1 -gt 2; echo $?",
    "toybox test; echo $?",
    "toybox test a -eq 1; echo $?",
    "toybox test ! -e nope; echo $?",
  ],
  timeout: [
    "timeout 5 true; echo $?",
    "timeout 0.05 sleep 5; echo $?",
    "timeout -s KILL 0.05 sleep 5; echo $?",
    "timeout 1 nope; echo $?",
    "timeout",
  ],
  touch: ["touch n; ls n", "touch /nope/x", "touch -c n; ls"],
  toybox: ["toybox nope; echo $?", "toybox true; echo $?"],
  true: ["toybox true; echo $?"],
  uniq: [
    "uniq b.txt",
    "printf 'a\\na\\nb\\n' | uniq -c",
    "printf 'a\\na\\nb\\n' | uniq -d",
    "printf 'a\\na\\nb\\n' | uniq -u",
    "printf 'a\\nA\\n' | uniq -i",
  ],
  wc: ["wc a.txt b.txt", "wc -l < a.txt", "wc -lc a.txt", "wc -l nope a.txt", "wc -w a.txt", "wc empty"],
  which: ["which nope; echo $?"],
  xargs: [
    "xargs -n1 echo < a.txt",
    "echo a b | xargs",
    "printf 'a\\0b' | xargs -0 -n1",
    "echo x | xargs nope; echo $?",
    "xargs < empty",
    "xargs -r < empty",
  ],
};

/** Programs that Debian's toybox lacks or that speak of the device itself: what they print here. */
const OWN: Readonly<Record<string, readonly (readonly [script: string, stdout: RegExp])[]>> = {
  getenforce: [["getenforce", /^Enforcing\n$/]],
  gunzip: [["echo zip > f; gzip f; gunzip f.gz; cat f", /^zip\n$/]],
  gzip: [
    ["gzip -1 -c a.txt | gzip -d", /^one two\nthree\nfour five {2}six\n$/],
    ["gzip a.txt; ls", /^a\.txt\.gz\nb\.txt\nempty\n$/],
    ["gzip -d a.txt 2>&1", /^gzip: a\.txt: not gzip\n$/],
    ["head -c 100000 /dev/zero | gzip -1 | wc -c", /^\d{3}\n$/],
  ],
  id: [
    ["id", /^uid=2000\(shell\) gid=2000\(shell\) groups=.*context=u:r:shell:s0\n$/],
    ["id -u; id -un", /^2000\nshell\n$/],
  ],
  ps: [
    ["ps", /^USER +PID +PPID +VSZ +RSS WCHAN +ADDR S NAME\n.*\bshell .* sh\n/],
    ["ps -p 1 -o PID=,NAME=", /^ +1 init\n$/],
    ["ps -A -o ARGS= | grep -c ^init", /^1\n$/],
  ],
  reboot: [],
  sh: [["sh -c 'echo $0 $1' name one; echo 'echo in $#' | sh -s a b", /^name one\nin 2\n$/]],
  tr: [
    ["echo hello | tr a-y b-z; echo hello | tr -d l; echo hello | tr -s l", /^ifmmp\nheo\nhelo\n$/],
    ["echo Hi | tr '[:lower:]' '[:upper:]'; printf 'a\\0b' | tr '\\0' ' '", /^HI\na b$/],
    ["echo abc | tr -c 'b\\n' .", /^\.b\.\n$/],
  ],
  uname: [["uname; uname -m; uname -a", /^Linux\naarch64\nLinux localhost .* aarch64 Android\n$/]],
  uptime: [["uptime", /^ \d\d:\d\d:\d\d up 1 min, {2}0 users, {2}load average: /]],
  whoami: [["whoami", /^shell\n$/]],
  zcat: [["gzip -c b.txt > z.gz; zcat z.gz", /^alpha\nbeta\ngamma\nbeta\n$/]],
};

const skip = hasRealShell() ? false : "needs Debian's mksh and toybox";

describe("the programs of the phone", () => {
  let device: VirtualDevice;
  let real: RealShell | null;

  before(async () => {
    device = await startVirtualDevice({ phone: plainPhone(), adbdPort: null });
    real = findRealShell();
  });
  after(async () => {
    real?.[Symbol.dispose]();
    await device[Symbol.asyncDispose]();
  });

  async function onPhone(script: string) {
    await runOnPhone(device, `rm -rf ${FOLDER}; mkdir ${FOLDER}`);
    for (const [name, text] of Object.entries(FILES)) device.phone.files.write(`${FOLDER}/${name}`, Buffer.from(text));
    return await runOnPhone(device, `cd ${FOLDER}\nHOME=/ OLDPWD=\n${script}`);
  }

  it("are all in the tables of this test", () => {
    const covered = new Set([...Object.keys(LIKE_TOYBOX), ...Object.keys(OWN)]);
    const names = TOOLBOX.map(({ name }) => (name === "[" ? "bracket" : name));
    assert.deepEqual(
      names.filter((name) => !covered.has(name)),
      [],
    );
  });

  for (const [name, scripts] of Object.entries(LIKE_TOYBOX)) {
    it(`answer like toybox's: ${name}`, { skip }, async () => {
      for (const script of scripts) {
        const expected = real?.run(script, FILES);
        const actual = await onPhone(script);
        const comparable = (text = "") => text.replace(/^(?:E: |W: )?\S*\/(?:mksh|sh): /gm, "sh: ");
        assert.deepEqual(
          { ...actual, stderr: comparable(actual.stderr) },
          { ...expected, stderr: comparable(expected?.stderr) },
          script,
        );
      }
    });
  }

  for (const [name, rows] of Object.entries(OWN)) {
    it(`speak as Android's: ${name}`, async () => {
      for (const [script, stdout] of rows) assert.match((await onPhone(script)).stdout, stdout, script);
    });
  }

  it("follow a growing file with tail -f until they are stopped", async () => {
    device.phone.files.write("/data/local/tmp/log", Buffer.from("one\n"));
    const { stdout } = await runOnPhone(
      device,
      "timeout 1 tail -f /data/local/tmp/log | { read a; echo two >> /data/local/tmp/log; read b; echo $a $b; }",
    );
    assert.equal(stdout, "one two\n");
  });

  it("leave no defect behind", () => {
    assert.deepEqual(device.log.defects, []);
  });
});
