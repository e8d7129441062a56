#!/usr/bin/env bash
# Before each trial, in a separate step: creates a folder with all directories of the tree and space for the copy, and
# reads the tree into host memory. Copies of earlier trials remain while there is space: removing them takes as long as
# copying, and ext4 allocates inodes slowly for a minute after many were freed (10,000 files: 27 s instead of 3 s,
# measured on a busy machine).
#   TREE_FILES, TREE_BYTES, TREE_DIRS, TREE_COMPRESSIBLE, TREE_SEED  see tree.sh
#   TREE_WORKERS  processes that copy
set -euo pipefail

# room: whether there is enough space for a copy of each host that shares the storage, and, if `needed`, a fifth of the
# storage in addition, as full file systems are slower. In memory `needed` always fails, so that earlier copies are
# removed.
room() {
  local total free hosts=1
  [[ $1 != needed || ! $MOUNT_TYPE =~ ^(tmpfs|ramfs)$ ]] || return 1
  case ${FSXBENCH_LOCAL:-}$MOUNT_TYPE in
    1* | nfs* | lustre | ceph | fuse*) hosts=$(hosts_of_role) ;;
  esac
  read -r total free < <(df --block-size=1 --output=size,avail -- "$volume" | tail -n 1)
  missing=$(($(tree_allocated) * hosts - free))
  if [[ $1 == needed ]]; then ((missing + total / 5 <= 0)); else ((missing <= 0)); fi
}

make_room() {
  local copy removed=0
  mount_of "$volume"
  for copy in "$volume"/*/; do
    if [[ ! -d $copy ]] || room needed; then break; fi
    remove_wide "$copy" || fail "$copy cannot be removed: $REMOVE_WHY"
    removed=$((removed + 1))
  done
  fact removedCopies "$removed"
  room least || fail "too little space in $volume: $((missing / 1048576)) MiB more are needed for one copy of each host"
}

# read_source: reads all files with TREE_WORKERS processes.
read_source() {
  (cd -- "$tree/files" && cut -f 2 -- "$tree/manifest" | xargs -d '\n' -n 500 -P "$TREE_WORKERS" cat -- >/dev/null)
}

volume=$(tree_volume)
status_begin cp "$(tree_place)/."
mkdir -p "$FSXBENCH_OUT/raw"
make_own "$volume"
mkdir -p -- "$(tree_work)"
rm -f -- "$(tree_work)/facts"
tree=$(tree_source)
[[ -n $tree ]] || fail "the source tree $(tree_key) is missing on this host"
make_room
folder=$volume/$FSXBENCH_ATTEMPT
mkdir -- "$folder"
(cd -- "$folder" && xargs -d '\n' mkdir -- <"$tree/directories")
# Flush earlier writes outside the measured time, however long it takes; then drop the caches of the copies.
sync -f -- "$folder"
settle
read_source
begin=${EPOCHREALTIME/./}
read_source
seconds_since "$begin"
fact sourceSeconds "$REPLY"
# The measuring step reports these facts, because nobody reads facts of this step.
for name in "${!STATUS_FACTS[@]}"; do
  printf '%s %s\n' "$name" "${STATUS_FACTS[$name]}"
done >"$(tree_work)/facts"
printf 'laid out %s\n' "$folder"
