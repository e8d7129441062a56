# shellcheck shell=bash
# Folders of the processes of a rig. Sourced by concatenation: functions only.
#   METADATA_RANKS          processes of all hosts together: number N is on host N modulo the number of hosts
#   METADATA_OWN_DIRECTORY  1: each process has its own directory; empty: all share one on the first host

# metadata_folder: the host's own folder on the storage under test.
metadata_folder() { printf '%s\n' "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/$FSXBENCH_HOST/metadata"; }

# metadata_directories: lists the directories that this host must create for a trial.
metadata_directories() {
  local rank hosts
  hosts=$(hosts_of_role)
  if [[ -z $METADATA_OWN_DIRECTORY ]]; then
    ((FSXBENCH_INDEX > 0)) || printf 'all\n'
    return
  fi
  for ((rank = FSXBENCH_INDEX; rank < METADATA_RANKS; rank += hosts)); do printf 'rank-%d\n' "$rank"; done
}

# metadata_remove FOLDER: removes a folder recursively.
metadata_remove() { remove_wide "$1" || fail "$1 cannot be removed: $REMOVE_WHY"; }
