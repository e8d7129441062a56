#!/usr/bin/env bash
# fio 3.33 of Debian 12, ioengine=posixaio, iodepth=16: the report says that 16 I/Os were in flight, and its latencies
# include their wait, but glibc gives all I/Os of one file to one thread, which does them one after the other. With one
# file, one I/O is at the disk; four files (nrfiles=4) keep four there. One would expect iodepth to be the depth at the
# disk, as with libaio: the same job with libaio reached 92,000 instead of 18,000 IOPS. Seen: 1 and 4 threads, 16.0.
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

# measure FILES: threads that do the I/O of the job, and I/Os in flight by IOPS and latency of the report.
measure() {
  "$fio" --name=a --directory="$tmp" --nrfiles="$1" --file_service_type=random --rw=randread --bs=4k --size=16m \
    --ioengine=posixaio --iodepth=16 --time_based --runtime=4 --output-format=json >"$tmp/out.json" &
  sleep 2
  python3 -c '
import os, sys
def children(pid):
    return [int(one) for task in os.listdir(f"/proc/{pid}/task")
            for one in open(f"/proc/{pid}/task/{task}/children").read().split()]
print(max(len(os.listdir(f"/proc/{one}/task")) for one in children(int(sys.argv[1]))) - 1)' "$!"
  wait
  python3 -c '
import json, sys
read = json.load(open(sys.argv[1]))["jobs"][0]["read"]
print(round(read["iops"] * read["lat_ns"]["mean"] / 1e9, 1))' "$tmp/out.json"
}
{ read -r one; read -r stated; } < <(measure 1)
{ read -r four; read -r _; } < <(measure 4)
echo "threads that do I/O: $one with one file, $four with four files; in flight by the report: $stated"
((one == 1 && four == 4 && ${stated%.*} >= 14))
