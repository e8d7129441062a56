#!/usr/bin/env bash
# fio 3.33 of Debian 12: a job that appends (file_append=1) ends after `size`, although time_based and runtime ask for
# two seconds. The same job without file_append repeats its `size` until the time is over. Exit code and report name no
# difference, so a log of small `size` is measured for milliseconds. One would expect time_based to hold for both.
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

# measure APPEND: milliseconds that the job wrote, and bytes that it wrote.
measure() {
  "$fio" --name=a --filename="$tmp/log$1" --rw=write --bs=4k --size=1m --ioengine=psync --fallocate=none \
    --time_based --runtime=2 --file_append="$1" --output-format=json >"$tmp/$1.json"
  python3 -c '
import json, sys
write = json.load(open(sys.argv[1]))["jobs"][0]["write"]
print(write["runtime"], write["io_bytes"])' "$tmp/$1.json"
}
read -r plain_ms plain_bytes < <(measure 0)
read -r append_ms append_bytes < <(measure 1)
echo "requested 2000 ms: without file_append $plain_ms ms, $plain_bytes bytes"
echo "with it $append_ms ms, $append_bytes bytes"
((plain_ms >= 1900 && plain_bytes > 1048576 && append_ms < 1000 && append_bytes == 1048576))
