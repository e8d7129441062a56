#!/usr/bin/env bash
# Copies the tree into the folder of layout.sh, with one cp after another in each worker; each cp copies 1,000 files,
# so that its start (a millisecond or two) does not affect the result. Workers have shares with equally many files,
# consecutive in the order of directories. Verifies the copy afterwards, outside the measured time.
#   TREE_FILES, TREE_BYTES, TREE_DIRS, TREE_COMPRESSIBLE, TREE_SEED  see tree.sh
#   TREE_WORKERS  processes that copy
#   TREE_LIMIT    time limit of a worker, seconds
set -euo pipefail

# cut_shares: writes list.0, list.1, … with the paths of each worker, and `shares`: worker, files, bytes.
cut_shares() {
  awk -F '\t' -v files="$TREE_FILES" -v workers="$TREE_WORKERS" -v lists="$work/list." '
    { w = int((NR - 1) * workers / files); print $2 > (lists w); count[w] += 1; bytes[w] += $1 }
    END { for (w = 0; w < workers; w += 1) printf "%d %d %.0f\n", w, count[w], bytes[w] }
  ' "$tree/manifest" >"$work/shares"
}

# copy_share WORKER FILES BYTES: starts at the agreed time. Writes worker.N, one object of the result. Stops after a
# failed cp.
copy_share() {
  local began end left rc=0 paths=()
  sleep_until "$start"
  began=$EPOCHREALTIME
  end=$((SECONDS + TREE_LIMIT))
  while mapfile -t -n 1000 -u 3 paths && ((${#paths[@]} > 0)); do
    left=$((end > SECONDS ? end - SECONDS : 1))
    timeout --foreground --kill-after=10 "$left" "${copy[@]}" "${paths[@]}" || rc=$?
    ((rc == 0)) || break
  done 3<"$work/list.$1"
  printf '{"worker":%d,"files":%d,"bytes":%d,"began":%s,"ended":%s,"rc":%d}\n' \
    "$1" "$2" "$3" "$began" "$EPOCHREALTIME" "$rc" >"$work/worker.$1"
}

# worker_times FIELD: times of all workers.
worker_times() {
  sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" "$work"/worker.* | sort -n
}

# found: files and bytes that exist, and files that match the manifest.
found() {
  find "$folder" -type f -printf '%s\t%P\n' >"$work/found"
  awk -F '\t' '
    FILENAME == ARGV[1] { expected[$0] = 1; next }
    { files += 1; bytes += $1 }
    $0 in expected { right += 1 }
    END { printf "{\"files\":%d,\"bytes\":%.0f,\"right\":%d}", files, bytes, right }
  ' "$tree/manifest" "$work/found"
}

# read_from_disks: bytes that this script and its children read from storage; empty if the kernel does not count them.
read_from_disks() {
  local name amount
  while read -r name amount; do
    [[ $name != read_bytes: ]] || printf '%s\n' "$amount"
  done <"/proc/$$/io"
} 2>/dev/null

# durability: where the mount leaves written data when cp ends.
durability() {
  mount_of "$folder"
  case $MOUNT_TYPE,$MOUNT_OPTIONS, in
    tmpfs,* | ramfs,*) printf 'memory\n' ;;
    *,sync,*) printf 'sync\n' ;;
    nfs*) printf 'async-nfs\n' ;;
    *) printf 'page-cache\n' ;;
  esac
}

volume=$(tree_volume)
folder=$volume/$FSXBENCH_ATTEMPT
status_begin cp "$(tree_place)/."
mkdir -p "$FSXBENCH_OUT/raw"
tree=$(tree_source)
[[ -n $tree ]] || fail "the source tree $(tree_key) is missing on this host"
[[ -d $folder ]] || fail "the layout step did not create $folder"
work=$(tree_work)/copying
remove_tree "$work"
mkdir -p -- "$work"
cut_shares
version=$(cp --version | head -n 1)
status_version "$version"
copy=(cp --parents --target-directory="$folder" --)
# Prevent reflinks, which copy no data. Versions without the option never create reflinks.
! cp --reflink=never --version >/dev/null 2>&1 || copy=(cp --reflink=never "${copy[@]:1}")
mount_of "$tree"
fact sourceMount "$MOUNT_TYPE"
read -r tree_hash <"$tree/made"
while read -r name value; do fact "$name" "$value"; done <"$(tree_work)/facts"
fact treeHash "$tree_hash"
fact memBytes "$(memory_bytes)"
acknowledged=$(durability)
fact acknowledged "$acknowledged"

cd -- "$tree/files"
start=${FSXBENCH_START_AT:-$EPOCHREALTIME}
evidence_from "$start" "$folder"
status_argv "${copy[@]}"
read_before=$(read_from_disks || true)
pids=()
while read -r worker files bytes; do
  copy_share "$worker" "$files" "$bytes" 2>>"$FSXBENCH_OUT/raw/cp.stderr" &
  pids+=($!)
done <"$work/shares"
wait "${pids[@]}"
read_after=$(read_from_disks || true)
[[ -z $read_before || -z $read_after ]] || fact readFromDisks "$((read_after - read_before))"
copied=$(worker_times ended | tail -n 1)
sync -f -- "$folder"
synced=$EPOCHREALTIME
evidence_to "$folder"
status_ended "$synced"

began=$(worker_times began | head -n 1)
status_started "$began"
fact began "$began"
seconds_late "$start" "$began"
fact lateSeconds "$REPLY"
json_string "$version"
{
  printf '{"tool":"tree-copy","version":1,"cp":%s,\n' "$REPLY"
  printf '"requested":{"files":%d,"bytes":%d,"workers":%d},\n' "$TREE_FILES" "$TREE_BYTES" "$TREE_WORKERS"
  printf '"began":%s,"copied":%s,"synced":%s,\n"workers":[\n' "$began" "$copied" "$synced"
  # One object a line, with a comma after every object except the last.
  cat -- "$work"/worker.* | sed '$!s/$/,/'
  printf '],\n"found":%s}\n' "$(found)"
} >"$FSXBENCH_OUT/raw/tree-copy.json"
rc=0
codes=$(worker_times rc)
[[ $codes =~ ^[0$'\n']*$ ]] || rc=$(tail -n 1 <<<"$codes")
case $rc in
  0) ;;
  124 | 137) fact problem "cp did not end within its time limit of $TREE_LIMIT s" ;;
  *) fact problem "$(last_words "$FSXBENCH_OUT/raw/cp.stderr")" ;;
esac
remove_tree "$work"
printf 'copied with exit code %d\n' "$rc"
exit "$rc"
