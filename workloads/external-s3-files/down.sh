#!/usr/bin/env bash
# Unmounts an existing S3 Files file system; if its target instance is released for good, first removes the rig's
# folder.
#   STORE_FOLDER  folder of the file system in which fsxbench may write
set -euo pipefail

status_begin nfs "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
store_down "$FSXBENCH_ROOT/stores/$FSXBENCH_COPY" "$FSXBENCH_ROOT/stores/$FSXBENCH_COPY/$STORE_FOLDER"
