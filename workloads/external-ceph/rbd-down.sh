#!/usr/bin/env bash
# Unmounts and unmaps the image of this host; if its target instance is released for good, removes all images of the
# rig. An image that another host still has mapped is removed by that host.
#   CEPH_MONITORS, CEPH_USER, CEPH_SECRET  see cluster.sh
#   CEPH_POOL  pool in which fsxbench may write
set -euo pipefail

# remove_images: removes images of the rig, with five tries, as hosts unmap images concurrently. Fails if one remains.
remove_images() {
  local image try left=''
  for try in 1 2 3 4 5; do
    left=''
    ceph_rbd ls "$CEPH_POOL" || return 1
    while IFS= read -r image; do
      [[ $image == "$STORE_NAME".* ]] || continue
      ceph_rbd rm --no-progress "$CEPH_POOL/$image" || [[ $CEPH_SAID == *'No such file'* ]] || left+=" $image"
    done <<<"$CEPH_SAID"
    [[ -n $left ]] || return 0
    ((try == 5)) || sleep $((try * 4))
  done
  CEPH_SAID="these stay:$left: $CEPH_SAID"
  return 1
}

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin rbd "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
unmount_volume "$data"
# Without the tool, no image was created.
if command -v rbd >/dev/null; then
  ceph_key
  store_names
  own=$STORE_NAME.$FSXBENCH_HOST
  ceph_rbd device list --format json || fail "mapped images cannot be listed: $CEPH_SAID"
  if [[ $CEPH_SAID == *"\"name\":\"$own\""* ]]; then
    ceph_rbd device unmap "$CEPH_POOL/$own" || fail "the image $own cannot be unmapped: $CEPH_SAID"
  fi
  if [[ -n ${FSXBENCH_LEAVING:-} ]]; then
    remove_images || fail "images of the rig remain in the pool $CEPH_POOL: $CEPH_SAID"
  fi
  ceph_forget
fi
