#!/usr/bin/env bash
# fio 3.33 of Debian 12, sequential writes with sync_file_range=write:8: each call of sync_file_range, after every eight
# writes, is counted in `short_ios` of the writes, although all writes were whole. One would expect 0 short I/Os, and
# reads 127 of 1,024 as a failing disk. The same job without the option, or with fsync=8, has none. Seen: 127, 0, 0.
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

# measure OPTION: short writes of 1,024, and bytes written.
measure() {
  "$fio" --name=a --directory="$tmp" --rw=write --bs=64k --size=64m --ioengine=psync "$1" --output-format=json |
    python3 -c '
import json, sys
write = json.load(sys.stdin)["jobs"][0]["write"]
print(write["short_ios"], write["io_bytes"])'
}
read -r range range_bytes < <(measure --sync_file_range=write:8)
read -r plain _ < <(measure --buffered=1)
read -r flushed _ < <(measure --fsync=8)
echo "short writes of 1024: with sync_file_range $range, without $plain, with fsync $flushed; bytes $range_bytes"
((range == 127 && plain == 0 && flushed == 0 && range_bytes == 67108864))
