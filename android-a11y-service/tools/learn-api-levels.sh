#!/usr/bin/env bash
# Writes tools/api-levels.tsv again, from the frameworks of ten Android versions (1.4 GB from Maven Central, once).
# Run it after a change that build.sh refuses because a member "is not in the table"; read the difference.
set -euo pipefail
cd "$(dirname "$0")/.."

repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
frameworks=()
framework() {
  local jar=$repository/org/robolectric/android-all/$2/android-all-$2.jar
  [ -f "$jar" ] || mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get \
    "-Dartifact=org.robolectric:android-all:$2" -Dtransitive=false
  frameworks+=("$1=$jar")
}
framework 24 7.0.0_r1-robolectric-r1
framework 26 8.0.0_r4-robolectric-r1
framework 28 9-robolectric-4913185-2
framework 29 10-robolectric-5803371
framework 30 11-robolectric-6757853
framework 31 12-robolectric-7732740
framework 33 13-robolectric-9030017
framework 34 14-robolectric-10818077
framework 35 15-robolectric-13954326
framework 36 16-robolectric-13921718

classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
find {core,android,service,shell}/src/main/java -name '*.java' |
  xargs javac --release 8 -nowarn -Xlint:-classfile,-options -proc:none -classpath "$repository/org/robolectric/android-all/14-robolectric-10818077/android-all-14-robolectric-10818077.jar" -d "$classes"
java tools/ApiLevels.java learn tools/api-levels.tsv "$classes" -- "${frameworks[@]}"
