#!/usr/bin/env bash
# Attaches this host's LUNs of ONTAP by iSCSI, stripes and mounts them; the first host creates all LUNs. Idempotent.
#   LUN_…, ONTAP_ROLES  see luns.sh
#   FSXBENCH_ENDPOINTS  has the lines `svm dnsName <name>`, `svm iscsi <address>`, and the lines of server.sh
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/, and log/<host>/ below that folder if there are LUNs for logs
#      raw/space.txt  raw/format.txt  raw/iscsi.log  raw/ontap.log
set -euo pipefail

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin iscsi "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
case " $(os_release ID) $(os_release ID_LIKE) " in
  *' debian '* | *' ubuntu '*)
    install_packages iscsiadm "$FSXBENCH_OUT/raw/install.log" open-iscsi
    install_packages multipath "$FSXBENCH_OUT/raw/install.log" multipath-tools
    ;;
  *)
    install_packages iscsiadm "$FSXBENCH_OUT/raw/install.log" iscsi-initiator-utils
    install_packages multipath "$FSXBENCH_OUT/raw/install.log" device-mapper-multipath
    ;;
esac
install_packages mkfs.xfs "$FSXBENCH_OUT/raw/install.log" xfsprogs
install_packages jq "$FSXBENCH_OUT/raw/install.log" jq
version=$(iscsiadm --version 2>&1 | head -n 1 || true)
status_version "$version"

OWN=()
exchange_open
if ontap_admin "$ONTAP_ROLES"; then luns_make; fi
exchange_await "$(luns_seconds)" "no host published LUNs $LUN_SET of $FSXBENCH_HOST" luns_own
: | exchange_put "$LUN_SET/uses/$FSXBENCH_HOST"
luns_at_end
luns_login
exchange_await 300 "not all LUNs of $FSXBENCH_HOST have appeared: ${OWN[*]}" luns_appeared
luns_exchange
luns_await_paths
luns_mount data 0 "$LUN_COUNT" "$data"
own_folder "$data"
if ((LUN_LOGS > 0)); then
  luns_mount log "$LUN_PER_HOST" "$LUN_LOGS" "$data/log"
  own_folder "$data/log"
fi
fact stripe "$LUN_COUNT x $LUN_STRIPE"
printf 'mounted %s of %s LUNs\n' "$LUN_COUNT" "$LUN_PER_HOST"
