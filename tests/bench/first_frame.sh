#!/usr/bin/env bash
# First frame of the real window, with a scene posed, against a bare window: tests/bench/first_frame.sh FILE [PAIRS]
# Builds nothing: needs the presets release and bench built. Prints the median of the pairs' ratios.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
file=$1 pairs=${2:-9}
[ -f "$file" ] || { echo "no such file: $file" >&2; exit 1; }
export XDG_CONFIG_HOME=$(mktemp -d)
trap 'rm -rf "$XDG_CONFIG_HOME"' EXIT
measure='
for i in $(seq "$1"); do
  bare=$("$2/build/bench/tests/bench/bare_window" | grep -oE "[0-9.]+")
  ours=$(BONESCOPE_FIRST_FRAME=1 "$2/build/release/bonescope" "$3" | grep -oE "[0-9.]+" | head -n 1)
  echo "$ours $bare"
done'
xvfb-run -a -s "-screen 0 1600x1000x24" bash -c "$measure" _ "$pairs" "$here" "$file" |
  awk '{printf "ours %6.1f ms  bare %6.1f ms  ratio %.2f\n", $1, $2, $1/$2; print $1/$2 > "/dev/stderr"}' 2> >(sort -n |
    awk '{r[NR]=$1} END {printf "median ratio %.2f [%.2f .. %.2f]\n", r[int((NR+1)/2)], r[1], r[NR]}')
