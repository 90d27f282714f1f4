import { base64 } from "./commands/base64.js";
import { basename } from "./commands/basename.js";
import { bracket } from "./commands/bracket.js";
import { cat } from "./commands/cat.js";
import { chmod } from "./commands/chmod.js";
import { cp } from "./commands/cp.js";
import { cut } from "./commands/cut.js";
import { date } from "./commands/date.js";
import { dd } from "./commands/dd.js";
import { dirname } from "./commands/dirname.js";
import { echo } from "./commands/echo.js";
import { egrep } from "./commands/egrep.js";
import { env } from "./commands/env.js";
import { falseCommand } from "./commands/false.js";
import { fgrep } from "./commands/fgrep.js";
import { getenforce } from "./commands/getenforce.js";
import { grep } from "./commands/grep.js";
import { gunzip } from "./commands/gunzip.js";
import { gzip } from "./commands/gzip.js";
import { head } from "./commands/head.js";
import { id } from "./commands/id.js";
import { kill } from "./commands/kill.js";
import { ln } from "./commands/ln.js";
import { log } from "./commands/log.js";
import { ls } from "./commands/ls.js";
import { md5sum } from "./commands/md5sum.js";
import { mkdir } from "./commands/mkdir.js";
import { mv } from "./commands/mv.js";
import { nohup } from "./commands/nohup.js";
import { pidof } from "./commands/pidof.js";
import { printenv } from "./commands/printenv.js";
import { printf } from "./commands/printf.js";
import { ps } from "./commands/ps.js";
import { pwd } from "./commands/pwd.js";
import { readlink } from "./commands/readlink.js";
import { realpath } from "./commands/realpath.js";
import { reboot } from "./commands/reboot.js";
import { rm } from "./commands/rm.js";
import { rmdir } from "./commands/rmdir.js";
import { screenrecord } from "./commands/screenrecord.js";
import { sed } from "./commands/sed.js";
import { seq } from "./commands/seq.js";
import { setsid } from "./commands/setsid.js";
import { sh } from "./commands/sh.js";
import { sha1sum } from "./commands/sha1sum.js";
import { sha256sum } from "./commands/sha256sum.js";
import { sha512sum } from "./commands/sha512sum.js";
import { sleep } from "./commands/sleep.js";
import { sort } from "./commands/sort.js";
import { stat } from "./commands/stat.js";
import { tail } from "./commands/tail.js";
import { tee } from "./commands/tee.js";
import { test } from "./commands/test.js";
import { timeout } from "./commands/timeout.js";
import { touch } from "./commands/touch.js";
import { toybox } from "./commands/toybox.js";
import { tr } from "./commands/tr.js";
import { trueCommand } from "./commands/true.js";
import { uname } from "./commands/uname.js";
import { uniq } from "./commands/uniq.js";
import { uptime } from "./commands/uptime.js";
import { wc } from "./commands/wc.js";
import { which } from "./commands/which.js";
import { whoami } from "./commands/whoami.js";
import { xargs } from "./commands/xargs.js";
import { zcat } from "./commands/zcat.js";
import type { SystemCommand } from "./system/system.js";

/**
 * The programs of toybox and the shell, which do not use the phone's framework; also `screenrecord`, which handles
 * signals.
 */
export const TOOLBOX: readonly SystemCommand[] = [
  base64,
  basename,
  bracket,
  cat,
  chmod,
  cp,
  cut,
  date,
  dd,
  dirname,
  echo,
  egrep,
  env,
  falseCommand,
  fgrep,
  getenforce,
  grep,
  gunzip,
  gzip,
  head,
  id,
  kill,
  ln,
  log,
  ls,
  md5sum,
  mkdir,
  mv,
  nohup,
  pidof,
  printenv,
  printf,
  ps,
  pwd,
  readlink,
  realpath,
  reboot,
  rm,
  rmdir,
  screenrecord,
  sed,
  seq,
  setsid,
  sh,
  sha1sum,
  sha256sum,
  sha512sum,
  sleep,
  sort,
  stat,
  tail,
  tee,
  test,
  timeout,
  touch,
  toybox,
  tr,
  trueCommand,
  uname,
  uniq,
  uptime,
  wc,
  which,
  whoami,
  xargs,
  zcat,
];
