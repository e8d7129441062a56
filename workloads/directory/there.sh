#!/usr/bin/env bash
# Makes the folders of the rig and of the host in an existing folder of managed hosts. Idempotent.
#   STORE_FOLDER  absolute path of the folder: on each host's own disk, or on storage that all hosts have mounted
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY (the rig's folder in it)  raw/space.txt
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin directory "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
[[ -d $STORE_FOLDER ]] ||
  fail "there is no folder '$STORE_FOLDER' on this host: create it, or mount the storage under test there"
store_folder "$STORE_FOLDER"
own_folder "$data"
printf 'uses %s\n' "$STORE_FOLDER"
