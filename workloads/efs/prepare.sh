#!/usr/bin/env bash
# Mounts EFS on this host, and makes the host's own folder on it. A second time changes nothing.
#   NFS_OPTIONS  mount options
#   NFS_RSIZE, NFS_WSIZE  bytes of one request, as asked for
#   FSXBENCH_ENDPOINTS  has the line `mount address <address>`
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/  raw/space.txt  raw/mount.log (where a mount failed)
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin nfs "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
endpoint mount address
source=$ENDPOINT:/

install_nfs
version=$(mount.nfs -V 2>&1 | head -n 1 || true)
status_version "$version"
mount_volume nfs "$source" "$NFS_OPTIONS" "$data" 'its security group must let hosts in on TCP 2049'
note_nfs
own_folder "$data"
printf 'mounted %s\n' "$source"
