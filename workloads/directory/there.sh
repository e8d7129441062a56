#!/usr/bin/env bash
# Makes the folders of the rig and of the host in an existing folder of managed hosts. Idempotent.
#   STORE_FOLDER  the folder, an absolute path: on each host its own disk, or one store that all have mounted
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY (the rig's folder in it)  raw/space.txt
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin directory "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
[[ -d $STORE_FOLDER ]] ||
  fail "there is no folder '$STORE_FOLDER' on this host: make it, or mount what is measured there"
store_folder "$STORE_FOLDER"
own_folder "$data"
printf 'uses %s\n' "$STORE_FOLDER"
