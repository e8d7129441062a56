#!/usr/bin/env bash
# Mounts volumes of FSx for ONTAP on this host, and makes the host's own folder on each. Idempotent.
#   NFS_OPTIONS  mount options
#   NFS_RSIZE, NFS_WSIZE  requested bytes per NFS request
#   NFS_VOLUMES  how many volumes are mounted: the first ones
#   NFS_TRANSFER  largest request of the server, bytes; absent: unchanged
#   ONTAP_ROLES  roles that mount; their first host sets NFS_TRANSFER
#   FSXBENCH_ENDPOINTS  has the line `svm dnsName <name>`
# Out: one volume: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/
#      several: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<volume>/<host>/, and <host>, a link to one of them:
#      hosts of a role use the volumes round-robin
#      raw/space.txt (of the last volume)  raw/mount.log (if a mount failed)
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin nfs "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
endpoint svm dnsName
server=$ENDPOINT

install_nfs
version=$(mount.nfs -V 2>&1 | head -n 1 || true)
status_version "$version"
if [[ -n ${NFS_TRANSFER:-} ]] && ontap_admin "$ONTAP_ROLES"; then ontap_transfer "$NFS_TRANSFER"; fi
for ((number = 1; number <= NFS_VOLUMES; number += 1)); do
  folder=$data
  ((NFS_VOLUMES == 1)) || folder=$data/volume$number
  mount_volume nfs "$server:/volume$number" "$NFS_OPTIONS" "$folder" \
    'its security group must let hosts in on TCP and UDP 111, 635, 2049 and 4045 to 4046'
  # Volumes of one server share its connections and the sizes negotiated for them.
  [[ -z ${NFS_TRANSFER:-} ]] || ((number > 1)) || await_transfer "$server:/volume1" "$folder"
  note_nfs
  own_folder "$folder"
done
fact volumes "$NFS_VOLUMES"
if ((NFS_VOLUMES > 1)); then
  ln -sfn -- "volume$((FSXBENCH_INDEX % NFS_VOLUMES + 1))/$FSXBENCH_HOST" "$data/$FSXBENCH_HOST"
fi
printf 'mounted %s:/volume1 to /volume%s\n' "$server" "$NFS_VOLUMES"
