#!/usr/bin/env bash
# Mounts an existing S3 Files file system, and makes the folders of the rig and of the host in it. Idempotent.
#   S3_FILES_ID, S3_FILES_ADDRESS  its id, and the address of a mount target
#   NFS_OPTIONS  mount options
#   NFS_RSIZE, NFS_WSIZE  requested bytes per NFS request
#   STORE_FOLDER  folder of the file system in which fsxbench may write
# Out: $FSXBENCH_ROOT/stores/$FSXBENCH_COPY (the mount)  $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY (the rig's folder in it)
#      raw/space.txt  raw/mount.log (if a mount failed)
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
store=$FSXBENCH_ROOT/stores/$FSXBENCH_COPY
status_begin nfs "$data/."
mkdir -p "$FSXBENCH_OUT/raw"

mount_s3_files "$S3_FILES_ID" "$S3_FILES_ADDRESS" "$store" \
  'the deployment must allow its address and its id (context external), and its security group TCP 2049'
store_folder "$store/$STORE_FOLDER"
own_folder "$data"
printf 'mounted %s\n' "$S3_FILES_ID"
