#!/usr/bin/env bash
# fio 3.33 of Debian 12, libaio, disable_lat=1: not only the total latency (lat) is left out. The submission latency
# (slat) of each I/O becomes the time since the job began, so its mean is half of the runtime, next to a correct
# completion latency (clat). One would expect slat to stay as it is, or to be 0, as with disable_slat=1. Who adds slat
# and clat gets seconds for each I/O. Seen: slat 1.0 s in a job of 2 s, clat 0.2 ms; 0.004 ms without the option.
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

# measure OPTION: mean of slat and of clat, milliseconds.
measure() {
  "$fio" --name=a --directory="$tmp" --rw=randread --bs=4k --size=16m --ioengine=libaio --iodepth=4 --time_based \
    --runtime=2 "$1" --output-format=json |
    python3 -c '
import json, sys
read = json.load(sys.stdin)["jobs"][0]["read"]
print(round(read["slat_ns"]["mean"] / 1e6, 3), round(read["clat_ns"]["mean"] / 1e6, 3))'
}
read -r plain _ < <(measure --direct=0)
read -r broken clat < <(measure --disable_lat=1)
read -r off _ < <(measure --disable_slat=1)
echo "slat, ms: $plain; with disable_lat $broken (clat $clat); with disable_slat $off"
python3 -c '
import sys
plain, broken, clat, off = map(float, sys.argv[1:])
sys.exit(not (plain < 5 and 500 < broken < 2100 and clat < 5 and off == 0))' "$plain" "$broken" "$clat" "$off"
