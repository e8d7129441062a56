#!/usr/bin/env bash
# Leaves a folder of managed hosts; if its target instance is released for good, removes the rig's folder in it.
#   STORE_FOLDER  see there.sh
set -euo pipefail

status_begin directory "$FSXBENCH_ROOT"
rm -f -- "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY"
[[ -n ${FSXBENCH_LEAVING:-} ]] || exit 0
store_names
store_remove "$STORE_FOLDER/$STORE_NAME" || fail "$STORE_NAME remains in '$STORE_FOLDER': $STORE_WHY"
