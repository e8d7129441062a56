#!/usr/bin/env bash
# Unmounts a volume of EBS, so that it can be mounted with other options. Data stays.
set -euo pipefail

status_begin umount "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
unmount_volume "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY"
