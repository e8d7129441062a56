#!/usr/bin/env bash
# Finds the NVMe instance store disks of this host, stripes them if there are several, formats and mounts them, and
# makes the host's own folder there. Idempotent.
#   DISK_FILE_SYSTEM  xfs or ext4
#   DISK_OPTIONS      mount options
#   FSXBENCH_SYS      folder in which the kernel shows devices; default /sys
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/  raw/space.txt  raw/format.txt  raw/mount.log
set -euo pipefail

# own_disks: sets DISKS to the devices whose controller identifies them as instance store (EC2 guide, "Make instance
# store volumes available for use"; EBS volumes have another model), in the order of their names.
own_disks() {
  local file model name
  DISKS=()
  while read -r name; do
    file=${FSXBENCH_SYS:-/sys}/block/$name/device/model
    read -r model <"$file" 2>/dev/null || continue
    [[ $model != 'Amazon EC2 NVMe Instance Storage' ]] || DISKS+=("/dev/$name")
  done < <(for file in "${FSXBENCH_SYS:-/sys}"/block/nvme*; do printf '%s\n' "${file##*/}"; done | sort -V)
}

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin "$DISK_FILE_SYSTEM" "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
own_disks
((${#DISKS[@]} > 0)) ||
  fail 'no device of this host is an "Amazon EC2 NVMe Instance Storage": its instance type has no instance store disks'
fact disks "${DISKS[*]}"
disk_stripe "fsxbench-$FSXBENCH_COPY" "${DISKS[@]}"
fact device "$STRIPED"
disk_format "$STRIPED"
mount_volume "$DISK_FILE_SYSTEM" "$STRIPED" "$DISK_OPTIONS" "$data" 'is it in use already?'
as_root chmod 1777 "$data"
own_folder "$data"
printf 'mounted %s\n' "${DISKS[*]}"
