#!/usr/bin/env bash
# Removes a tree of make.sh, complete or partial, from every possible place.
#   TREE_FILES, TREE_BYTES, TREE_DIRS, TREE_COMPRESSIBLE, TREE_SEED  see tree.sh
set -euo pipefail

homes=("$(tree_work)")
# Hosts of one machine share its memory, and have no tree there.
[[ -n ${FSXBENCH_LOCAL:-} ]] || homes+=("${FSXBENCH_SHM:-/dev/shm}/fsxbench-tree-copy")
status_begin rm "$FSXBENCH_ROOT"
for home in "${homes[@]}"; do
  remove_tree "$home/$(tree_key)" "$home/$(tree_key).part" ||
    fail "the tree in $home cannot be removed: $REMOVE_WHY"
done
printf 'removed %s\n' "$(tree_key)"
