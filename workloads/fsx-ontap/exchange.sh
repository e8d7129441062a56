# shellcheck shell=bash
# Messages between hosts of a rig: files on the first volume of the target instance, on a separate mount. Sourced by
# concatenation: functions only.

# exchange_folder: mount point of the volume with the messages.
exchange_folder() { printf '%s\n' "$FSXBENCH_ROOT/exchange/$FSXBENCH_COPY"; }

# exchange_open: mounts the volume so that a lost server does not block forever.
exchange_open() {
  endpoint svm dnsName
  install_nfs
  mount_volume nfs "$ENDPOINT:/volume1" 'nfsvers=3,nolock,noac,soft,timeo=100,retrans=3' "$(exchange_folder)" \
    'its security group must let hosts in on TCP and UDP 111, 635, 2049 and 4045 to 4046'
}

# exchange_close: unmounts the volume.
exchange_close() { unmount_volume "$(exchange_folder)"; }

# exchange_put FILE: writes standard input atomically.
exchange_put() {
  local file
  file=$(exchange_folder)/$1
  { mkdir -p -- "${file%/*}" && cat >"$file.$FSXBENCH_HOST.part" && mv -- "$file.$FSXBENCH_HOST.part" "$file"; } ||
    fail "$1 cannot be written for the other hosts"
}

# exchange_await SECONDS WHAT COMMAND…: waits until the command succeeds; fails after the time.
exchange_await() {
  local left=$1 what=$2
  shift 2
  until "$@"; do
    ((left > 0)) || fail "$what"
    sleep 5
    left=$((left - 5))
  done
}
