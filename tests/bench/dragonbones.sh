#!/usr/bin/env bash
# Opening and updating a 2D figure against the official JavaScript runtime, by turns:
# tests/bench/dragonbones.sh MODULE FOLDER [PAIRS]
# MODULE: see dragonbones_peer.mjs. FOLDER: samples with v5.6_shizuku in it. Builds nothing: needs the preset bench.
# CPU time. "warm" is against what the runtime takes once all of it is compiled and its heap has grown, "first" is the
# first file that a process opens. Prints medians and the medians of the pairs' ratios.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
module=$1 file=$2/v5.6_shizuku/shizuku_ske.json pairs=${3:-7}
command -v node > /dev/null || { echo "node is absent" >&2; exit 77; }
[ -f "$file" ] || { echo "no such file: $file" >&2; exit 1; }
ours() {  # NAME REPETITIONS
  "$here/build/bench/tests/bench/bonescope_bench" "--benchmark_filter=^$1_shizuku/ours" \
    "--benchmark_repetitions=$2" --benchmark_min_time=0.1 2> /dev/null | grep -oE "[0-9.]+ us +[0-9.]+ us" | awk '{print $3; exit}'
}
for i in $(seq "$pairs"); do
  tree=$(node "$here/tests/bench/dragonbones_peer.mjs" "$module" "$file" idle_00)
  echo "first $(ours open_first 1) $(awk '/^load_first/ {print $2}' <<< "$tree")"
  echo "warm $(ours open 3) $(awk '/^load_warm/ {print $2}' <<< "$tree")"
  echo "update_tree $(ours update_tree 3) $(awk '/^update/ {print $2}' <<< "$tree")"
  tracks=$(node "$here/tests/bench/dragonbones_peer.mjs" "$module" "$file" PARAM_ANGLE_X)
  echo "update_tracks $(ours update_tracks 3) $(awk '/^update/ {print $2}' <<< "$tracks")"
done | awk '
  function middle(list, n,   i, j, t) {
    for (i = 2; i <= n; ++i) for (j = i; j > 1 && list[j] < list[j - 1]; --j) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
    return list[int((n + 1) / 2)]
  }
  { n[$1]++; o[$1, n[$1]] = $2; p[$1, n[$1]] = $3; r[$1, n[$1]] = $2 / $3 }
  END {
    for (name in n) {
      for (i = 1; i <= n[name]; ++i) { a[i] = o[name, i]; b[i] = p[name, i]; c[i] = r[name, i] }
      printf "%-14s ours %8.1f us  runtime %8.1f us  ratio %.2f\n", name, middle(a, n[name]), middle(b, n[name]), middle(c, n[name])
    }
  }'
