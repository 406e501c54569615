#!/usr/bin/env bash
# Installs what is missing, builds and opens the program: ./run.sh [FILE…]. Without a display it writes a contact sheet.
# ./run.sh --setup only installs and builds.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
. "$here/assets/packages.sh"
install_packages "${BUILD_PACKAGES[@]}" "${RUN_PACKAGES[@]}" >&2
build() {
  cd "$here"
  [ -f build/release/build.ninja ] || cmake --preset release
  cmake --build --preset release
}
if ! log=$( (build) 2>&1 ); then
  printf '%s\n' "$log" >&2
  exit 1
fi
program=$here/build/release/bonescope
case ${1:-} in
  --setup) echo "built: $program"; exit 0 ;;
  -*) exec "$program" "$@" ;;
esac
[ $# -gt 0 ] || set -- "$here/assets/samples/ogre/arm.mesh"
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  sheet=${BONESCOPE_SHEET:-$here/build/sheet.png}
  echo "no display here: writing a contact sheet instead"
  "$program" sheet "$@" -o "$sheet"
  echo "$sheet"
  exit 0
fi
exec "$program" "$@"
