# shellcheck shell=bash
# Where the processes of a rig work. Sourced by concatenation: functions only.
#   METADATA_RANKS          processes of all hosts together: number N is on host N modulo the number of hosts
#   METADATA_OWN_DIRECTORY  1: each process has a directory of its own; empty: all work in one, of the first host

# metadata_folder: of this host's own, on the storage under test.
metadata_folder() { printf '%s\n' "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/$FSXBENCH_HOST/metadata"; }

# metadata_directories: what this host has to make for a trial, a line each.
metadata_directories() {
  local rank hosts
  hosts=$(hosts_of_role)
  if [[ -z $METADATA_OWN_DIRECTORY ]]; then
    ((FSXBENCH_INDEX > 0)) || printf 'all\n'
    return
  fi
  for ((rank = FSXBENCH_INDEX; rank < METADATA_RANKS; rank += hosts)); do printf 'rank-%d\n' "$rank"; done
}

# metadata_remove FOLDER: all below it, by several processes: over a network one would take minutes.
metadata_remove() {
  [[ -d $1 ]] || return 0
  find "$1" -mindepth 2 -maxdepth 2 -print0 2>/dev/null | xargs -0 -r -P 16 -n 1000 rm -rf -- || true
  rm -rf -- "$1"
}
