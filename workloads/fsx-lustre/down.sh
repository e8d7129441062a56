#!/usr/bin/env bash
# Unmounts FSx for Lustre, so that it can be mounted with other options. Data stays; client settings go with the mount.
set -euo pipefail

status_begin lustre "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
rm -f -- "$FSXBENCH_ROOT/lctl/$FSXBENCH_COPY"
unmount_volume "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY"
