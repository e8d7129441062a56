#!/usr/bin/env bash
# Mounts S3 Files on this host, and makes the host's own folder on it. Idempotent.
#   NFS_OPTIONS  mount options
#   NFS_RSIZE, NFS_WSIZE  requested bytes per NFS request
#   FSXBENCH_ENDPOINTS  has the lines `fs fileSystemId <id>` and `mount address <address>`
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/  raw/space.txt  raw/mount.log (if a mount failed)
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin nfs "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
endpoint mount address
address=$ENDPOINT
endpoint fs fileSystemId
mount_s3_files "$ENDPOINT" "$address" "$data" 'its security group must let hosts in on TCP 2049'
own_folder "$data"
printf 'mounted %s\n' "$ENDPOINT"
