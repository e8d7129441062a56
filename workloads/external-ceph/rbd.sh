#!/usr/bin/env bash
# Makes an image of this host in a pool of an external cluster, maps, formats and mounts it, and makes the host's folder
# on it. Idempotent. Removes images that earlier executions of this deployment left first.
#   CEPH_MONITORS, CEPH_USER, CEPH_SECRET  see cluster.sh
#   CEPH_POOL     pool in which fsxbench may write
#   CEPH_SIZE     size of the image, in the syntax of rbd
#   CEPH_OPTIONS  mount options
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/  raw/space.txt  raw/format.txt  raw/mount.log  raw/rbd.txt
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin rbd "$data/."
mkdir -p "$FSXBENCH_OUT/raw"

ceph_install rbd
install_packages mkfs.xfs "$FSXBENCH_OUT/raw/install-xfs.log" xfsprogs
ceph_key
store_names
ceph_rbd ls "$CEPH_POOL" || fail "images of the pool $CEPH_POOL cannot be listed: $CEPH_SAID"
images=$CEPH_SAID
while IFS= read -r image; do
  [[ $image == "$STORE_OWNER".* && $image != "$STORE_OWNER.${STORE_EXECUTION}__"* ]] || continue
  # All hosts of a rig do so at the same time, so an image may be gone already.
  ceph_rbd rm --no-progress "$CEPH_POOL/$image" || [[ $CEPH_SAID == *'No such file'* ]] ||
    fail "cannot remove an image of an earlier execution: $image: $CEPH_SAID"
  fact "removed $image" 'left by an earlier execution'
done <<<"$images"

own=$STORE_NAME.$FSXBENCH_HOST
if [[ $'\n'$images$'\n' != *$'\n'"$own"$'\n'* ]]; then
  ceph_rbd create --size "$CEPH_SIZE" --image-feature layering "$CEPH_POOL/$own" ||
    fail "the image $own cannot be made in the pool $CEPH_POOL: $CEPH_SAID"
fi
ceph_rbd device list --format json || fail "mapped images cannot be listed: $CEPH_SAID"
if [[ $CEPH_SAID =~ \"name\":\"$own\",[^}]*\"device\":\"(/dev/rbd[0-9]+)\" ]]; then
  device=${BASH_REMATCH[1]}
else
  ceph_rbd device map "$CEPH_POOL/$own" || fail "the image $own cannot be mapped: $CEPH_SAID"
  device=$CEPH_SAID
fi
ceph_forget
[[ $device =~ ^/dev/rbd[0-9]+$ ]] || fail "the image $own has no device: '$device'"
fact device "$device"
if [[ $(as_root blkid -p -s TYPE -o value "$device" 2>/dev/null || true) != xfs ]]; then
  as_root mkfs.xfs "$device" >"$FSXBENCH_OUT/raw/format.txt" 2>&1 ||
    fail "$device cannot be formatted: $(last_words "$FSXBENCH_OUT/raw/format.txt")"
fi
mount_volume xfs "$device" "$CEPH_OPTIONS" "$data" 'is it in use already?'
as_root chmod 1777 "$data"
own_folder "$data"
printf 'mounted %s/%s\n' "$CEPH_POOL" "$own"
