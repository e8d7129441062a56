#!/usr/bin/env bash
# Unmounts CephFS of an external cluster; if its target instance is released for good, removes the rig's folder first.
#   STORE_FOLDER  folder in which fsxbench may write
set -euo pipefail

status_begin ceph "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
ceph_forget
store_down "$FSXBENCH_ROOT/stores/$FSXBENCH_COPY" "$FSXBENCH_ROOT/stores/$FSXBENCH_COPY/$STORE_FOLDER"
