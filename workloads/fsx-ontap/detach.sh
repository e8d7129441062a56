#!/usr/bin/env bash
# Unmounts and detaches this host's LUNs of ONTAP, so that they can be attached differently or deleted. Data stays.
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin iscsi "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
unmount_volume "$data/log"
unmount_volume "$data"
for name in log data; do
  device=${FSXBENCH_DEV:-/dev}/mapper/fsxbench-$FSXBENCH_COPY-$name
  [[ ! -e $device ]] || as_root dmsetup remove "${device##*/}" || fail "$device cannot be removed"
done
if command -v iscsiadm >/dev/null; then
  # 21: no sessions.
  as_root iscsiadm --mode node --logout >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 || (($? == 21)) ||
    fail "cannot log out of the iSCSI targets: $(last_words "$FSXBENCH_OUT/raw/iscsi.log")"
  as_root iscsiadm --mode node --op delete >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 || true
  as_root multipath -F >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 || true
fi
# Its LUNs are deleted with the target instance. Try for at most a minute, and ignore failures.
ending=fsxbench-luns-$FSXBENCH_COPY.service
if [[ -n ${FSXBENCH_LEAVING:-} && -e ${FSXBENCH_UNITS:-/run/systemd/system}/$ending ]]; then
  as_root timeout 70 systemctl stop "$ending" >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 || true
fi
# After that, no host waits for this host. Skip a server that is being deleted.
[[ -n ${FSXBENCH_LEAVING:-} ]] ||
  rm -f -- "$(exchange_folder)/$LUN_SET/uses/$FSXBENCH_HOST" "$(exchange_folder)/$LUN_SET/seen/$FSXBENCH_HOST"
exchange_close
