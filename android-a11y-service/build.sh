#!/usr/bin/env bash
# Builds the service's unsigned APK and the shell host's jar into prebuilt/, byte for byte the same each time.
#   build.sh            writes prebuilt/
#   build.sh --check    builds elsewhere and compares with prebuilt/
set -euo pipefail
export LC_ALL=C TZ=UTC
cd "$(dirname "$0")"

die() {
  echo "build.sh: $*" >&2
  exit 1
}

mode=${1:-write}
[ "$mode" = write ] || [ "$mode" = --check ] || die "unknown argument $mode; the only one is --check"

need() {
  command -v "$1" >/dev/null || die "$1 is missing; install $2"
}
need javac "a JDK 17 (Debian: openjdk-17-jdk-headless)"
need mvn "Maven (Debian: maven)"
need aapt2 "aapt2 (Debian: aapt)"
need zipalign "zipalign (Debian: zipalign)"
need unzip "unzip (Debian: unzip)"
# Another javac or aapt2 makes other bytes of the same sources.
case "$(javac -version 2>&1)" in
  "javac 17"*) ;;
  *) die "$(javac -version 2>&1) is here; the build is made with a JDK 17" ;;
esac
aapt2 version 2>&1 | grep -q ' 2\.19-' || echo "build.sh: note: built with aapt2 2.19 (Debian 12) so far, not with $(aapt2 version 2>&1)" >&2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints where the artifact GROUP:NAME:VERSION lies, after its SHA-256 was found to be the pinned one.
artifact() {
  local coordinates sha256 group name version jar
  coordinates=$(grep -o "[^ ]*:$1:[^ ]*$" tools/artifacts.txt) || die "tools/artifacts.txt has no $1"
  sha256=$(grep " $coordinates$" tools/artifacts.txt | cut -d' ' -f1)
  IFS=: read -r group name version <<<"$coordinates"
  jar=${MAVEN_REPOSITORY:-$HOME/.m2/repository}/${group//.//}/$name/$version/$name-$version.jar
  if [ ! -f "$jar" ]; then
    jar=$work/$name-$version.jar
    mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
      "-Dartifact=$coordinates" "-DoutputDirectory=$work" >&2 || die "cannot get $coordinates from Maven Central"
  fi
  echo "$sha256  $jar" | sha256sum --check --quiet - >&2 || die "$jar is not the artifact that is pinned"
  echo "$jar"
}

framework=$(artifact android-all)
dx=$(artifact dalvik-dx)
jzlib=$(artifact jzlib)

# compile HOST: the host with the core and the adapters, as $work/HOST/classes.dex.
compile() {
  mkdir -p "$work/$1-classes" "$work/$1"
  find core/src/main/java android/src/main/java "$1/src/main/java" -name '*.java' ! -name package-info.java | sort >"$work/$1-sources"
  javac --release 8 -g:source,lines -encoding UTF-8 -Xlint:all,-options,-serial,-processing,-classfile -Werror \
    -implicit:none -proc:none -classpath "$framework" -d "$work/$1-classes" "@$work/$1-sources"
  java -cp "$dx" com.android.dx.command.Main --dex --min-sdk-version=24 \
    "--output=$work/$1/classes.dex" "$work/$1-classes"
}

pack() {
  java -cp "$jzlib" tools/Pack.java "$1" "$2"
}

version=$(sed -n 's/.*String NAME = "\(.*\)".*/\1/p' android/src/main/java/dev/fovea/android/Version.java)
IFS=. read -r major minor patch <<<"$version"

out=$work/out
mkdir -p "$out"

compile service
aapt2 compile --dir service/src/main/res -o "$work/res.zip"
aapt2 link -I "$framework" --manifest service/src/main/AndroidManifest.xml \
  --version-name "$version" --version-code $((major * 10000 + minor * 100 + patch)) \
  -o "$work/linked.zip" "$work/res.zip" 2> >(grep -v "Unknown chunk type .200." >&2 || true) # newer than aapt2, and of no use to it
unzip -q "$work/linked.zip" -d "$work/service"
pack "$out/fovea-service-unsigned.apk" "$work/service"
zipalign -c 4 "$out/fovea-service-unsigned.apk" || die "the APK is not aligned"

compile shell
pack "$out/fovea-shell.jar" "$work/shell"

(cd "$out" && sha256sum fovea-service-unsigned.apk fovea-shell.jar >SHA256SUMS)

if [ "$mode" = --check ]; then
  for file in fovea-service-unsigned.apk fovea-shell.jar SHA256SUMS; do
    cmp "$out/$file" "prebuilt/$file" || die "prebuilt/$file is not what the sources give; run build.sh and commit prebuilt/"
  done
  echo "prebuilt/ is what the sources give"
else
  mkdir -p prebuilt
  cp "$out"/* prebuilt/
  cat prebuilt/SHA256SUMS
fi
