#!/usr/bin/env bash
# Unmounts volumes of EBS, so that they can be mounted with other options or grow. Data stays.
set -euo pipefail

status_begin umount "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
unmount_volume "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY"
disk_unstripe "fsxbench-$FSXBENCH_COPY"
