#!/usr/bin/env bash
# Checks the companion: its own tests, the same prebuilts from the sources, what is in them.
#   check.sh            does nothing where checked.sha256 has the hash of these files
#   check.sh --write    checks in any case, and writes checked.sha256
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")"

mode=${1:-}
case "$mode" in
  "" | --write) ;;
  *)
    echo "check.sh: unknown argument $mode; the only one is --write" >&2
    exit 1
    ;;
esac

# Of every file that the outcome depends on, the protocol's frames included.
hash=$(git ls-files -z --cached --others --exclude-standard . ../protocol/on-device ':!checked.sha256' | sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
if [ "$mode" != --write ] && [ "$hash" = "$(cat checked.sha256)" ]; then
  echo "not a byte changed since the companion was checked ($hash)"
  exit 0
fi

mvn -q -B test
./build.sh --check
./verify.sh
if [ "$mode" = --write ]; then echo "$hash" > checked.sha256; else echo "the companion is right; write its hash with android-a11y-service/check.sh --write"; fi
