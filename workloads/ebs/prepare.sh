#!/usr/bin/env bash
# Finds the EBS volumes of a target instance on this host by their ids, stripes them if there are several, formats blank
# ones, mounts them, grows the file system to their size, and makes the host's own folder on it. Idempotent.
#   EBS_OPTIONS      mount options
#   EBS_VOLUMES      number of volumes
#   EBS_SIZE_GIB     size of each volume
#   DISK_FILE_SYSTEM, DISK_STRIPE_KIB: see disk.sh
#   FSXBENCH_HOSTS      has the instance id of this host
#   FSXBENCH_ENDPOINTS  has the lines `<copy>.<instance id> volumeId <id>`, `… volumeId2 <id>` and so on
#   FSXBENCH_SYS        folder in which the kernel shows devices; default /sys
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/  raw/space.txt  raw/format.txt  raw/mount.log
set -euo pipefail

# instance_id: instance id of this host.
instance_id() {
  local host id
  while read -r host _ _ _ id _; do
    [[ $host != "$FSXBENCH_HOST" ]] || printf '%s\n' "$id"
  done <"$FSXBENCH_HOSTS"
}

# device_of VOLUME: sets DEVICE. The serial number of an NVMe device is the id of its volume without hyphen (EBS guide,
# Amazon EBS and NVMe). The device may appear later than the host.
device_of() {
  local serial found try
  for try in 1 2 3 4 5 6; do
    for serial in "${FSXBENCH_SYS:-/sys}"/block/*/device/serial; do
      read -r found <"$serial" 2>/dev/null || continue
      [[ $found == "${1/-/}" ]] || continue
      DEVICE=${serial%/device/serial}
      DEVICE=/dev/${DEVICE##*/}
      return
    done
    ((try == 6)) || sleep "$try"
  done
  fail "no device of this host has the serial of the volume $1: is it a type without NVMe?"
}

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin "$DISK_FILE_SYSTEM" "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
instance=$(instance_id)
[[ -n $instance ]] || fail "$FSXBENCH_HOSTS has no line of this host, $FSXBENCH_HOST"
volumes=()
devices=()
for ((number = 1; number <= EBS_VOLUMES; number += 1)); do
  name=volumeId
  ((number == 1)) || name+=$number
  endpoint "$instance" "$name"
  volumes+=("$ENDPOINT")
  device_of "$ENDPOINT"
  disk_grown "$DEVICE" "$EBS_SIZE_GIB"
  devices+=("$DEVICE")
done
fact volume "${volumes[*]}"
fact disks "${devices[*]}"
disk_stripe "fsxbench-$FSXBENCH_COPY" "${devices[@]}"
fact device "$STRIPED"
disk_format "$STRIPED"
mount_volume "$DISK_FILE_SYSTEM" "$STRIPED" "$EBS_OPTIONS" "$data" 'is it in use already?'
disk_grow "$data" "$STRIPED"
as_root chmod 1777 "$data"
own_folder "$data"
printf 'mounted %s\n' "${volumes[*]}"
