#!/usr/bin/env bash
# Mounts EFS on this host, and makes the host's own folder on it. Idempotent.
#   NFS_OPTIONS  mount options
#   NFS_RSIZE, NFS_WSIZE  requested bytes per NFS request
#   EFS_TLS      if set, the mount uses the TLS tunnel of the AWS mount helper
#   FSXBENCH_ENDPOINTS  has the lines `fs fileSystemId <id>` and `mount address <address>`
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/  raw/space.txt  raw/mount.log (if a mount failed)
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin nfs "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
endpoint mount address
source=$ENDPOINT:/
version_of=(mount.nfs -V)

install_nfs
if [[ -n ${EFS_TLS:-} ]]; then
  # Mount by address: names of mount targets take minutes to resolve.
  NFS_OPTIONS+=,tls,mounttargetip=$ENDPOINT
  endpoint fs fileSystemId
  source=$ENDPOINT:/
  install_packages mount.efs "$FSXBENCH_OUT/raw/install.log" amazon-efs-utils
  version_of=(mount.efs --version)
  # shellcheck disable=SC2034 # read by mount_volume
  MOUNT_HELPER=efs
  fact tls 'mount helper of AWS'
fi
version=$("${version_of[@]}" 2>&1 | head -n 1 || true)
status_version "$version"
mount_volume nfs "$source" "$NFS_OPTIONS" "$data" 'its security group must let hosts in on TCP 2049'
note_nfs
own_folder "$data"
printf 'mounted %s\n' "$source"
