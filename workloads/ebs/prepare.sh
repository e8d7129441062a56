#!/usr/bin/env bash
# Finds the EBS volume of a copy on this host by its id, formats it where it is blank, mounts it, and makes the host's
# own folder on it. A second time changes nothing.
#   EBS_FILE_SYSTEM  xfs or ext4
#   EBS_OPTIONS      mount options
#   FSXBENCH_HOSTS      has the instance id of this host
#   FSXBENCH_ENDPOINTS  has the line `<copy>.<instance id> volumeId <id>`
#   FSXBENCH_SYS        where the kernel shows devices; default /sys
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/  raw/space.txt  raw/format.txt  raw/mount.log
set -euo pipefail

# instance_id: of this host.
instance_id() {
  local host id
  while read -r host _ _ _ id; do
    [[ $host != "$FSXBENCH_HOST" ]] || printf '%s\n' "$id"
  done <"$FSXBENCH_HOSTS"
}

# device_of VOLUME: sets DEVICE. An NVMe device has the id of its volume, without its hyphen, as its serial number (EBS
# guide, Amazon EBS and NVMe). It may appear after the host.
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

# make_file_system: where the volume is blank. What is there already is never formatted.
make_file_system() {
  local found
  found=$(as_root blkid -p -s TYPE -o value "$DEVICE" 2>/dev/null || true)
  [[ $found != "$EBS_FILE_SYSTEM" ]] || return 0
  [[ -z $found ]] || fail "$DEVICE has $found already, not $EBS_FILE_SYSTEM"
  as_root "mkfs.$EBS_FILE_SYSTEM" "$DEVICE" >"$FSXBENCH_OUT/raw/format.txt" 2>&1 ||
    fail "$DEVICE cannot be formatted: $(tail -n 1 "$FSXBENCH_OUT/raw/format.txt")"
}

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin "$EBS_FILE_SYSTEM" "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
instance=$(instance_id)
[[ -n $instance ]] || fail "$FSXBENCH_HOSTS has no line of this host, $FSXBENCH_HOST"
endpoint "$instance" volumeId
volume=$ENDPOINT
fact volume "$volume"
device_of "$volume"
fact device "$DEVICE"
case $EBS_FILE_SYSTEM in
  xfs) install_packages mkfs.xfs "$FSXBENCH_OUT/raw/install.log" xfsprogs ;;
  ext4) install_packages mkfs.ext4 "$FSXBENCH_OUT/raw/install.log" e2fsprogs ;;
esac
make_file_system
mount_volume "$EBS_FILE_SYSTEM" "$DEVICE" "$EBS_OPTIONS" "$data" 'is it in use already?'
as_root chmod 1777 "$data"
own_folder "$data"
printf 'mounted %s\n' "$volume"
