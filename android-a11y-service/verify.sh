#!/usr/bin/env bash
# Looks into what prebuilt/ holds: what the APK declares and may do, and what code the two dex files have.
# Needs aapt2, zipalign, dexdump and unzip. Says what it found, and fails at the first thing that is not as it must be.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")"

die() {
  echo "verify.sh: $*" >&2
  exit 1
}
for tool in aapt2:aapt zipalign:zipalign dexdump:dexdump unzip:unzip sha256sum:coreutils; do
  command -v "${tool%:*}" >/dev/null || die "${tool%:*} is missing; install the Debian package ${tool#*:}"
done

apk=prebuilt/fovea-service-unsigned.apk
jar=prebuilt/fovea-shell.jar
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# has FILE PATTERN, hasnt FILE PATTERN: a line of the file matches, or none does.
has() {
  grep -qE -- "$2" "$1" || die "${1##*/} lacks: $2"
}
hasnt() {
  local found
  if found=$(grep -nE -m3 -- "$2" "$1"); then die "${1##*/} has what it must not: $found"; fi
}

echo "== files"
(cd prebuilt && sha256sum --check --strict SHA256SUMS) || die "SHA256SUMS is of other files"
for file in "$apk" "$jar"; do
  size=$(stat -c %s "$file")
  [ "$size" -le 102400 ] || die "$file has $size bytes; 100 KB is the limit"
  unzip -tqq "$file" || die "$file is not an intact zip"
done
[ "$(unzip -Z1 "$apk" | tr '\n' ' ')" = "AndroidManifest.xml classes.dex res/xml/accessibility.xml resources.arsc " ] ||
  die "the APK has other files: $(unzip -Z1 "$apk" | tr '\n' ' ')"
[ "$(unzip -Z1 "$jar")" = classes.dex ] || die "the jar has other files"
# Android 11 and later install no APK whose resources.arsc is compressed or not aligned.
unzip -lv "$apk" >"$work/entries"
has "$work/entries" ' Stored .* resources\.arsc$'
zipalign -c 4 "$apk" || die "the APK is not aligned"

echo "== manifest"
version=$(sed -n 's/.*String NAME = "\(.*\)".*/\1/p' android/src/main/java/dev/fovea/android/Version.java)
aapt2 dump badging "$apk" >"$work/badging" 2>"$work/noise" || die "aapt2: $(cat "$work/noise")"
has "$work/badging" "^package: name='dev.fovea.service' versionCode='[0-9]+' versionName='$version'"
has "$work/badging" "^sdkVersion:'24'"
has "$work/badging" "^targetSdkVersion:'34'"
hasnt "$work/badging" "launchable-activity|application-debuggable|testOnly|uses-permission"
aapt2 dump permissions "$apk" >"$work/permissions"
[ "$(cat "$work/permissions")" = "package: dev.fovea.service" ] || die "the APK asks for permissions: $(cat "$work/permissions")"

# By the attributes' ids: names are not what the framework looks at.
aapt2 dump xmltree "$apk" --file AndroidManifest.xml >"$work/manifest"
has "$work/manifest" 'allowBackup\(0x01010280\)=false'
hasnt "$work/manifest" '\(0x0101000f\)|\(0x01010272\)|uses-permission|E: (receiver|provider)' # debuggable, testOnly
# part NAME: the lines of the one element of that kind.
part() {
  awk -v name="E: $1 " 'index($0, name) { inside = 1; depth = match($0, /E:/); n++; print; next }
    inside && match($0, /E:/) && match($0, /E:/) <= depth { inside = 0 } inside { print } END { exit n != 1 }' \
    "$work/manifest" >"$work/$1" || die "the manifest has not one $1"
}
part service
has "$work/service" 'name\(0x01010003\)="\.FoveaAccessibilityService"'
has "$work/service" 'permission\(0x01010006\)="android\.permission\.BIND_ACCESSIBILITY_SERVICE"'
has "$work/service" 'name\(0x01010003\)="android\.accessibilityservice\.AccessibilityService"'
part activity
has "$work/activity" 'name\(0x01010003\)="\.RecoverActivity"'
has "$work/activity" 'exported\(0x01010010\)=true'
has "$work/activity" 'permission\(0x01010006\)="android\.permission\.DUMP"'
has "$work/activity" 'theme\(0x01010000\)=@0x01030055' # android:style/Theme.NoDisplay
hasnt "$work/activity" 'intent-filter'

echo "== accessibility configuration"
aapt2 dump xmltree "$apk" --file res/xml/accessibility.xml >"$work/accessibility"
has "$work/accessibility" 'accessibilityEventTypes\(0x01010380\)=0xffffffff'
has "$work/accessibility" 'accessibilityFeedbackType\(0x01010382\)=0x00000010'
has "$work/accessibility" 'notificationTimeout\(0x01010383\)=0'
has "$work/accessibility" 'accessibilityFlags\(0x01010384\)=0x00008053'
has "$work/accessibility" 'canRetrieveWindowContent\(0x01010385\)=true'
has "$work/accessibility" 'canPerformGestures\(0x0101050d\)=true'
has "$work/accessibility" 'canTakeScreenshot\(0x0101060f\)=true'
has "$work/accessibility" 'isAccessibilityTool\(0x01010641\)=true'
has "$work/accessibility" 'description\(0x01010020\)=@0x'
has "$work/accessibility" 'summary\(0x010101e9\)=@0x'
[ "$(grep -c ' A: ' "$work/accessibility")" = 10 ] || die "the configuration has other attributes too"

# code FILE NAME ENTRY…: the dex of FILE has classes of this program alone, the entries among them.
code() {
  local file=$1 name=$2
  shift 2
  echo "== $name"
  unzip -p "$file" classes.dex >"$work/$name.dex"
  [ "$(head -c 7 "$work/$name.dex" | tail -c 3)" = 037 ] || die "$name is not of the format of Android 7"
  dexdump -d "$work/$name.dex" >"$work/$name"
  grep "Class descriptor" "$work/$name" | grep -o "'L.*;'" | tr -d "'" | sort >"$work/$name-classes"
  if grep -v '^Ldev/fovea/' "$work/$name-classes"; then die "$name has classes of others"; fi
  local entry
  for entry in "$@"; do has "$work/$name-classes" "^Ldev/fovea/$entry;\$"; done
  hasnt "$work/$name" 'invoke-(custom|polymorphic)'
  hasnt "$work/$name" 'L(java|javax)/net/|Landroid/webkit/|Ljava/lang/ProcessBuilder|Ldalvik/system/(Dex|Path|InMemory)|Runtime;\.(exec|load)'
  if grep -oE 'Landroid/net/[^;]*;' "$work/$name" | sort -u | grep -vE '/(LocalSocket|LocalServerSocket|Credentials);'; then
    die "$name uses the network's classes"
  fi
  echo "$(wc -l <"$work/$name-classes") classes"
}
code "$apk" service service/FoveaApplication service/FoveaAccessibilityService service/RecoverActivity core/server/CoreServer
has "$work/service" "Superclass +: 'Landroid/accessibilityservice/AccessibilityService;'"
hasnt "$work/service-classes" '^Ldev/fovea/shell/'
# The app is held to the platform's list of forbidden members: it reaches for none, except for public ones of API 36.
grep -oE 'Ljava/lang/(Class;\.(forName|get(Declared)?(Method|Field|Constructor))|reflect/[A-Za-z]+;\.(invoke|setAccessible|newInstance))' "$work/service" |
  sort | uniq -c >"$work/reflection" || true
hasnt "$work/reflection" 'forName|getDeclared|setAccessible|newInstance'
code "$jar" shell shell/Main shell/Hidden core/server/CoreServer
hasnt "$work/shell-classes" '^Ldev/fovea/service/'
has "$work/shell" "name +: 'main'"

echo "== members reached by reflection (from API, to API, member)"
grep '^reflected' tools/api-levels.tsv | cut -f2-
echo "== all is as it must be"
