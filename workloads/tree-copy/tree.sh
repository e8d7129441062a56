# shellcheck shell=bash
# The tree to copy, and its place. Sourced by concatenation: functions only.
#   TREE_FILES, TREE_BYTES, TREE_DIRS  number of files, exact total bytes, number of directories
#   TREE_COMPRESSIBLE                  percent of every KiB that is repeated text; the rest is noise
#   TREE_SEED                          seed of sizes and content

# tree_key: name of the tree by its parameters.
tree_key() {
  printf 'f%s-b%s-d%s-c%s-s%s\n' "$TREE_FILES" "$TREE_BYTES" "$TREE_DIRS" "$TREE_COMPRESSIBLE" "$TREE_SEED"
}

# tree_place: the storage under test.
tree_place() {
  printf '%s\n' "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY"
}

# tree_volume: the folder for this host's copies there.
tree_volume() {
  printf '%s\n' "$(tree_place)/$FSXBENCH_HOST/tree-copy"
}

# tree_work: the host's folder for everything except copies. It is removed with the host.
tree_work() {
  printf '%s\n' "$FSXBENCH_ROOT/tree-copy"
}

# tree_allocated: maximum bytes that the tree occupies, in blocks of 4 KiB.
tree_allocated() {
  printf '%s\n' "$((TREE_BYTES + (TREE_FILES + TREE_DIRS) * 4096))"
}

# tree_source: the folder of the tree: `files/`, `manifest` (a line `bytes<TAB>path` for each file, directory after
# directory), `directories` (parents first), `made` (the SHA-256 of the manifest). Empty if the tree is missing.
tree_source() {
  local home
  for home in "${FSXBENCH_SHM:-/dev/shm}/fsxbench-tree-copy" "$(tree_work)"; do
    [[ ! -s $home/$(tree_key)/made ]] || { printf '%s\n' "$home/$(tree_key)" && return; }
  done
}

# tree_home: where to create the tree. In host memory, if all trees there take at most a third of the memory, so that a
# slow disk of the host is never measured. On a laptop in the host's folder, which is removed with the host: reading the
# tree before each trial keeps the tree in the page cache.
tree_home() {
  local shm=${FSXBENCH_SHM:-/dev/shm} used free
  if [[ -z ${FSXBENCH_LOCAL:-} && -d $shm && -w $shm ]]; then
    read -r used free < <(df --block-size=1 --output=used,avail -- "$shm" | tail -n 1)
    if (((used + $(tree_allocated)) * 3 <= $(memory_bytes) && $(tree_allocated) < free)); then
      printf '%s\n' "$shm/fsxbench-tree-copy"
      return
    fi
  fi
  tree_work
}
