#!/usr/bin/env bash
# fio 3.33 of Debian 12: a read-back with verify=sha512 accepts a block whose data was changed, and exits 0. The same
# change is found with sha256. One would expect the longest checksum of the list to be the strictest. Its sum leaves out
# the last step of SHA-512, so that most bytes of a block do not count; upstream corrected it in 3.39.
# Needs Debian 12 (apt-get, dpkg). Exit code 0: as described. 1: the behaviour has changed.
set -euo pipefail
version=3.33-3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -q "fio=$version" >/dev/null 2>&1
dpkg -x ./fio_*.deb root
fio=$tmp/root/usr/bin/fio
"$fio" --version

# read_back CHECKSUM: writes 16 blocks, changes one byte of data in each, and prints the exit code of the read-back.
read_back() {
  local block code=0
  local options=(--name=a --filename="$tmp/$1" --size=64k --bs=4k --rw=write --ioengine=psync --verify="$1")
  "$fio" "${options[@]}" --do_verify=0 >/dev/null
  for ((block = 0; block < 16; block++)); do
    # fio fills blocks with random data: two bytes of a fixed text differ from it in nearly all blocks.
    printf 'XY' | dd of="$tmp/$1" bs=1 seek=$((block * 4096 + 2048)) conv=notrunc status=none
  done
  "$fio" "${options[@]}" --verify_only >/dev/null 2>&1 || code=$?
  echo "$code"
}
strict=$(read_back sha256)
longest=$(read_back sha512)
echo "read-back of 16 damaged blocks: sha256 exit code $strict, sha512 exit code $longest"
[[ $strict != 0 && $longest == 0 ]]
