#!/usr/bin/env bash
# Mounts CephFS of an external cluster on this host, and makes the folders of the rig and of the host in it. Idempotent.
#   CEPH_MONITORS, CEPH_USER, CEPH_SECRET  see cluster.sh
#   CEPH_PATH     path in the file system
#   CEPH_OPTIONS  more mount options, may be empty
#   STORE_FOLDER  folder below CEPH_PATH in which fsxbench may write
# Out: $FSXBENCH_ROOT/stores/$FSXBENCH_COPY (the mount)  $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY (the rig's folder in it)
#      raw/space.txt  raw/mount.log (if a mount failed)
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
store=$FSXBENCH_ROOT/stores/$FSXBENCH_COPY
status_begin ceph "$data/."
mkdir -p "$FSXBENCH_OUT/raw"

ceph_install mount.ceph
ceph_key
options=name=$CEPH_USER${CEPH_KEY:+,secretfile=$CEPH_KEY}${CEPH_OPTIONS:+,$CEPH_OPTIONS}
mount_volume ceph "$CEPH_MONITORS:$CEPH_PATH" "$options" "$store" \
  'hosts must be let out to monitors, OSDs and metadata servers (context external), and the user be allowed'
ceph_forget
store_folder "$store/$STORE_FOLDER"
own_folder "$data"
printf 'mounted %s:%s\n' "$CEPH_MONITORS" "$CEPH_PATH"
