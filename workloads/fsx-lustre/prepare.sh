#!/usr/bin/env bash
# Mounts FSx for Lustre on this host, and makes the host's own folder on it. Idempotent.
#   LUSTRE_OPTIONS  mount options
#   LUSTRE_TUNING   recommended, or none
#   LUSTRE_PARAMETERS  client settings, `<name> <value>` a line, set after the recommended ones; empty for none
#   LUSTRE_EFA  1: use the Elastic Fabric Adapter, which the host must have; otherwise empty
#   LUSTRE_STRIPES  stripes of files in the host's folder, -1 for all; empty for the file system's own layout
#   FSXBENCH_ENDPOINTS  has the lines `fs dnsName <name>` and `fs mountName <name>`
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/
#      raw/space.txt  raw/layout.txt  raw/parameters.txt  raw/mount.log (if a mount failed)
set -euo pipefail

install_client() {
  local system
  ! command -v lfs >/dev/null || return 0
  system=$(os_release PRETTY_NAME)
  # The module must match the kernel, so it is only installed from the system's own repository.
  [[ $(os_release ID) == amzn && $(os_release VERSION_ID) == 2023* ]] ||
    fail "the Lustre client is not installed, and is only installed by itself on Amazon Linux 2023, not on\
 ${system:-this system}: see https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html"
  install_packages lfs "$FSXBENCH_OUT/raw/install.log" lustre-client
}

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin lustre "$data/."
mkdir -p "$FSXBENCH_OUT/raw"
endpoint fs dnsName
name=$ENDPOINT
endpoint fs mountName
fsname=$ENDPOINT
source=$name@tcp:/$fsname

[[ $LUSTRE_TUNING == none ]] || tune_modules
install_client
version=$(lfs --version 2>/dev/null || true)
status_version "$version"
[[ -z $LUSTRE_EFA ]] || use_efa
mount_volume lustre "$source" "$LUSTRE_OPTIONS" "$data" \
  'its security group must let hosts in on TCP 988 and 1018 to 1023, and the client must fit the kernel'
fact tuning "$LUSTRE_TUNING"
[[ $LUSTRE_TUNING == none ]] || tune_client "$fsname"
set_requested "$fsname"

own=$data/$FSXBENCH_HOST
mkdir -p -- "$own" 2>/dev/null || fail "the folder '$own' cannot be made: can the file system be written?"
if [[ -n $LUSTRE_STRIPES ]]; then
  error=$(lfs setstripe -c "$LUSTRE_STRIPES" "$own" 2>&1) ||
    fail "the stripes of '$own' cannot be set to $LUSTRE_STRIPES: ${error##*$'\n'}"
  # What the file system has agreed to.
  stripes=$(lfs getstripe -d -c "$own" 2>/dev/null || true)
  fact stripes "${stripes:-unknown: $LUSTRE_STRIPES were requested}"
fi
own_folder "$data"
lfs getstripe -d "$own" >"$FSXBENCH_OUT/raw/layout.txt" 2>&1 || true
printf 'mounted %s\n' "$source"
