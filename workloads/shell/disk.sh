# shellcheck shell=bash
# Disks of a host: stripes several, and makes a file system. Sourced by concatenation after package.sh: functions only.
#   DISK_FILE_SYSTEM  xfs or ext4
#   DISK_STRIPE_KIB   stripe unit; default 64
#   FSXBENCH_DEV      folder with devices: /dev; tests set another

# disk_stripe NAME DEVICE...: sets STRIPED to a device over all of them in stripes of DISK_STRIPE_KIB, or to the disk
# itself if there is only one. No metadata is written: another order of the disks gives other data.
disk_stripe() {
  local name=$1 device sectors least='' table='' chunk=$((2 * ${DISK_STRIPE_KIB:-64}))
  shift
  STRIPED=$1
  (($# > 1)) || return 0
  STRIPED=${FSXBENCH_DEV:-/dev}/mapper/$name
  [[ ! -e $STRIPED ]] || return 0
  install_packages dmsetup "$FSXBENCH_OUT/raw/install.log" "$(disk_mapper_package)"
  for device in "$@"; do
    sectors=$(as_root blockdev --getsz "$device") || fail "$device does not report its size"
    [[ -n $least ]] && ((least <= sectors)) || least=$sectors
    table+=" $device 0"
  done
  as_root dmsetup create "$name" --table "0 $((least / chunk * chunk * $#)) striped $# $chunk$table" ||
    fail "$* cannot be striped as $STRIPED"
}

# disk_unstripe NAME: removes such a device if it exists. Data stays.
disk_unstripe() {
  [[ -e ${FSXBENCH_DEV:-/dev}/mapper/$1 ]] || return 0
  as_root dmsetup remove "$1" || fail "${FSXBENCH_DEV:-/dev}/mapper/$1 cannot be removed: is it in use?"
}

# disk_grown DEVICE GIB: waits until the kernel shows the new size of the disk.
disk_grown() {
  local sectors try
  for try in 1 2 3 4 5 6; do
    sectors=$(as_root blockdev --getsz "$1") || fail "$1 does not report its size"
    ((sectors < $2 * 2097152)) || return 0
    ((try == 6)) || sleep "$try"
  done
  fail "$1 has $sectors sectors of 512 bytes, less than the requested $2 GiB"
}

# disk_grow FOLDER DEVICE: grows the file system that is mounted there to the size of its device. Idempotent.
disk_grow() {
  case $DISK_FILE_SYSTEM in
    xfs) as_root xfs_growfs "$1" ;;
    ext4) as_root resize2fs "$2" ;;
  esac >"$FSXBENCH_OUT/raw/grow.txt" 2>&1 ||
    fail "the file system on $2 cannot be made larger: $(last_words "$FSXBENCH_OUT/raw/grow.txt")"
}

# disk_mapper_package: the package with dmsetup.
disk_mapper_package() {
  case " $(os_release ID) $(os_release ID_LIKE) " in
    *' debian '* | *' ubuntu '*) printf 'dmsetup\n' ;;
    *) printf 'device-mapper\n' ;;
  esac
}

# disk_format DEVICE: makes a file system on a blank device. Existing data is never formatted. By default, the kernel
# would initialise inode tables and the journal of ext4 after the mount, during trials (mke2fs(8), lazy_itable_init).
disk_format() {
  local found options=()
  case $DISK_FILE_SYSTEM in
    xfs) install_packages mkfs.xfs "$FSXBENCH_OUT/raw/install.log" xfsprogs ;;
    ext4)
      install_packages mkfs.ext4 "$FSXBENCH_OUT/raw/install.log" e2fsprogs
      options=(-E 'lazy_itable_init=0,lazy_journal_init=0')
      ;;
  esac
  found=$(as_root blkid -p -s TYPE -o value "$1" 2>/dev/null || true)
  [[ $found != "$DISK_FILE_SYSTEM" ]] || return 0
  [[ -z $found ]] || fail "$1 already contains $found instead of $DISK_FILE_SYSTEM"
  as_root "mkfs.$DISK_FILE_SYSTEM" "${options[@]}" "$1" >"$FSXBENCH_OUT/raw/format.txt" 2>&1 ||
    fail "$1 cannot be formatted: $(last_words "$FSXBENCH_OUT/raw/format.txt")"
}
