#!/usr/bin/env bash
# Unmounts an external NFS export; if its target instance is released for good, removes the rig's folder first.
#   STORE_FOLDER  folder of the export in which fsxbench may write
set -euo pipefail

status_begin nfs "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
store_down "$FSXBENCH_ROOT/stores/$FSXBENCH_COPY" "$FSXBENCH_ROOT/stores/$FSXBENCH_COPY/$STORE_FOLDER"
