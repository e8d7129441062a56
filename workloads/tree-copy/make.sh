#!/usr/bin/env bash
# Creates, once per host, the tree to copy: many small files and few large ones, like a web site. Equal
# parameters create equal bytes on every host, with any awk. Idempotent.
#   TREE_FILES, TREE_BYTES, TREE_DIRS, TREE_COMPRESSIBLE, TREE_SEED  see tree.sh
set -euo pipefail

# Minimal standard generator (Park and Miller, Communications of the ACM 31, 1988): exact in doubles, so in any awk.
UNIFORM='
function uniform() { state = (state * 16807) % 2147483647; return state / 2147483647 }
BEGIN { state = seed % 2147483646 + 1 }
'

# Sizes are log-normal: exp(1.55 × a standard normal number, truncated at ±3.3), scaled to the total bytes. With 21 KB
# on average the median is 6 KB and the largest 1 MB. Each file has at least one byte, and the sum is exact. A directory
# has up to 16 subdirectories, and all directories have equally many files.
PLAN='
function normal(  n) {
  n = sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform())
  return n > 3.3 ? 3.3 : n < -3.3 ? -3.3 : n
}
function path(number) { return number == 0 ? "" : path(int((number - 1) / 16)) "d" number "/" }
BEGIN {
  for (d = 1; d <= dirs; d += 1) { folder[d] = path(d); print folder[d] > directories }
  for (f = 1; f <= files; f += 1) { weight[f] = exp(1.55 * normal()); total += weight[f] }
  for (f = 1; f <= files; f += 1) {
    sum += weight[f]
    end = f < files ? int((bytes - files) * (sum / total)) : bytes - files
    printf "%.0f\t%sf%d\n", 1 + end - begun, folder[int((f - 1) * dirs / files) + 1], f > manifest
    begun = end
  }
}
'

# Content comes from a pool of 4,096 different KiB, each noise (every byte but 0) and then a repeated line, and starts
# at any offset: all files compress equally, and almost all blocks differ.
CONTENT='
BEGIN {
  for (n = 1; n < 256; n += 1) byte[n] = sprintf("%c", n)
  plain = int(1024 * compressible / 100 + 0.5)
  while (length(text) < plain) text = text "<article class=\"post\"><h2>Title</h2><p>Words of a page.</p>...\n"
  text = substr(text, 1, plain)
  for (u = 0; u < 4096; u += 1) {
    noise = ""
    for (n = plain; n < 1024; n += 1) noise = noise byte[int(uniform() * 255) + 1]
    unit[u] = noise text
  }
  ORS = ""
  while ((getline line < manifest) > 0) {
    tab = index(line, "\t")
    left = substr(line, 1, tab - 1) + 0
    file = root "/" substr(line, tab + 1)
    u = int(uniform() * 4096)
    piece = substr(unit[u], int(uniform() * 1024) + 1, left)
    while (left > 0) {
      print piece > file
      left -= length(piece)
      u = (u + 1) % 4096
      piece = left < 1024 ? substr(unit[u], 1, left) : unit[u]
    }
    close(file)
  }
}
'

make_tree() {
  local part=$1
  awk -v seed="$TREE_SEED" -v files="$TREE_FILES" -v bytes="$TREE_BYTES" -v dirs="$TREE_DIRS" \
    -v directories="$part/directories" -v manifest="$part/manifest" "$UNIFORM$PLAN"
  mkdir -p -- "$part/files"
  (cd -- "$part/files" && xargs -d '\n' mkdir -- <"$part/directories")
  awk -v seed="$TREE_SEED" -v compressible="$TREE_COMPRESSIBLE" -v manifest="$part/manifest" -v root="$part/files" \
    "$UNIFORM$CONTENT"
}

status_begin cp "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
cp --version >/dev/null 2>&1 || fail 'this host has no cp of GNU coreutils'
version=$(cp --version | head -n 1)
status_version "$version"
# Hosts may prepare several target instances concurrently; all share one tree.
mkdir -p -- "$(tree_work)" 2>/dev/null || fail "cannot write $(tree_work)"
exec 9>"$(tree_work)/lock"
flock 9
tree=$(tree_source)
if [[ -z $tree ]]; then
  home=$(tree_home)
  tree=$home/$(tree_key)
  mkdir -p -- "$home" 2>/dev/null || fail "cannot write $home"
  free=$(df --block-size=1 --output=avail -- "$home" | tail -n 1)
  (($(tree_allocated) < free)) ||
    fail "too little space in $home for the source tree: $(($(tree_allocated) / 1048576)) MiB are needed, and\
 $((free / 1048576)) MiB are free"
  remove_tree "$tree.part" "$tree" || fail "an earlier tree cannot be removed: $REMOVE_WHY"
  mkdir -- "$tree.part"
  make_tree "$tree.part" || fail "cannot create the source tree in $tree.part"
  # Without the flush, the host would still write the tree during the first trial.
  sync -f -- "$tree.part"
  sha256sum <"$tree.part/manifest" | cut -d ' ' -f 1 >"$tree.part/made"
  mv -- "$tree.part" "$tree"
fi
fact source "$tree"
printf 'made %s\n' "$tree"
