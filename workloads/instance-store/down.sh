#!/usr/bin/env bash
# Unmounts the disks of this host, so that they can be mounted with other options. Data stay.
set -euo pipefail

status_begin umount "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
unmount_volume "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY"
