#!/usr/bin/env bash
# Mounts a volume of FSx for OpenZFS on this host, and makes the host's own folder on it. Idempotent.
#   NFS_OPTIONS  mount options
#   NFS_RSIZE, NFS_WSIZE  requested bytes per NFS request
#   NFS_VOLUMES  number of volumes; the hosts of a role use them round-robin
#   FSXBENCH_ENDPOINTS  has the line `fs dnsName <name>`
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/  raw/space.txt  raw/mount.log (if a mount failed)
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin nfs "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
endpoint fs dnsName
volume=volume$((FSXBENCH_INDEX % NFS_VOLUMES + 1))
source=$ENDPOINT:/fsx/$volume

install_nfs
version=$(mount.nfs -V 2>&1 | head -n 1 || true)
status_version "$version"
fact volume "$volume"
mount_volume nfs "$source" "$NFS_OPTIONS" "$data" \
  'its security group must let hosts in on TCP and UDP 111, 2049 and 20001 to 20003'
note_nfs
own_folder "$data"
printf 'mounted %s\n' "$source"
