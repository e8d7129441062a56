#!/usr/bin/env bash
# Unmounts CephFS of a cluster of others; where its copy is left for good, the rig's folder goes first.
#   STORE_FOLDER  folder that is free to write
set -euo pipefail

status_begin ceph "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
ceph_forget
store_down "$FSXBENCH_ROOT/stores/$FSXBENCH_COPY" "$FSXBENCH_ROOT/stores/$FSXBENCH_COPY/$STORE_FOLDER"
