#!/usr/bin/env bash
# fio 3.33 of Debian 12, human-readable report with significant_figures=2: a bandwidth of three digits moves to the next
# unit and loses its decimals, so that 100 to 499 MiB/s are printed as `BW=0GiB/s`, and 400 MiB of I/O as `0GiB`. One
# would expect 0.2GiB/s, or 200MiB/s. A script that reads BW of such a report gets 0. Seen: BW=0GiB/s (0GB/s).
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

# report DIGITS: the line of the rate of a job that fio holds at 200 MiB/s.
report() {
  "$fio" --name=a --directory="$tmp" --rw=read --bs=64k --size=64m --ioengine=psync --rate=200m --time_based \
    --runtime=2 --significant_figures="$1" | grep ' read: IOPS='
}
four=$(report 4)
two=$(report 2)
printf 'four digits: %s\ntwo digits:  %s\n' "$four" "$two"
[[ $four == *'BW=200'*MiB/s* && $two == *'BW=0GiB/s'* ]]
