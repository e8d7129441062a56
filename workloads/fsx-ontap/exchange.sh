# shellcheck shell=bash
# What hosts of a rig tell each other: files on the first volume of the copy, mounted beside what is measured. Sourced
# by concatenation: functions only.

# exchange_folder: where it is mounted.
exchange_folder() { printf '%s\n' "$FSXBENCH_ROOT/exchange/$FSXBENCH_COPY"; }

# exchange_open: mounts it; a server that is gone must not hold anybody for ever.
exchange_open() {
  endpoint svm dnsName
  install_nfs
  mount_volume nfs "$ENDPOINT:/volume1" 'nfsvers=3,nolock,noac,soft,timeo=100,retrans=3' "$(exchange_folder)" \
    'its security group must let hosts in on TCP and UDP 111, 635, 2049 and 4045 to 4046'
}

# exchange_close
exchange_close() { unmount_volume "$(exchange_folder)"; }

# exchange_put FILE: writes standard input, whole or not at all.
exchange_put() {
  local file
  file=$(exchange_folder)/$1
  { mkdir -p -- "${file%/*}" && cat >"$file.$FSXBENCH_HOST.part" && mv -- "$file.$FSXBENCH_HOST.part" "$file"; } ||
    fail "$1 cannot be written for the other hosts"
}

# exchange_await SECONDS WHAT COMMAND…: until the command succeeds; fails where it does not within the time.
exchange_await() {
  local left=$1 what=$2
  shift 2
  until "$@"; do
    ((left > 0)) || fail "$what"
    sleep 5
    left=$((left - 5))
  done
}
