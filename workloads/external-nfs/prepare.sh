#!/usr/bin/env bash
# Mounts an external NFS export on this host, and makes the folders of the rig and of the host in it. Idempotent.
#   NFS_SOURCE   `<server>:<path>`
#   NFS_OPTIONS  mount options
#   NFS_RSIZE, NFS_WSIZE  requested bytes per NFS request
#   STORE_FOLDER  folder of the export in which fsxbench may write
# Out: $FSXBENCH_ROOT/stores/$FSXBENCH_COPY (the mount)  $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY (the rig's folder in it)
#      raw/space.txt  raw/mount.log (if a mount failed)
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
store=$FSXBENCH_ROOT/stores/$FSXBENCH_COPY
status_begin nfs "$data/."
mkdir -p "$FSXBENCH_OUT/raw"

install_nfs
version=$(mount.nfs -V 2>&1 | head -n 1 || true)
status_version "$version"
mount_volume nfs "$NFS_SOURCE" "$NFS_OPTIONS" "$store" \
  'the server must export it to this host, and the deployment must let hosts out to it (context external)'
note_nfs
store_folder "$store/$STORE_FOLDER"
own_folder "$data"
printf 'mounted %s\n' "$NFS_SOURCE"
