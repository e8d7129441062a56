#!/usr/bin/env bash
# Unmounts all volumes of FSx for ONTAP, so that they can be mounted with other options. Data stays.
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin nfs "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
mounts_below "$data"
for line in "${MOUNTS_BELOW[@]}"; do unmount_volume "${line##*$'\t'}"; done
unmount_volume "$data"
# After that, the mount point is a local folder of this host.
rm -f -- "$data/$FSXBENCH_HOST"
find "$data" -mindepth 1 -maxdepth 1 -type d -name 'volume*' -empty -delete
