# shellcheck shell=bash
# Lustre over the Elastic Fabric Adapter:
# https://docs.aws.amazon.com/fsx/latest/LustreGuide/configure-efa-clients.html
# Sourced by concatenation: functions only.

# efa_devices: names of the host's adapters.
efa_devices() {
  local device driver
  for device in "${FSXBENCH_SYS:-/sys}/class/infiniband"/*; do
    driver=$(readlink -f -- "$device/device/driver" 2>/dev/null) || continue
    [[ ${driver##*/} != efa ]] || printf '%s\n' "${device##*/}"
  done
}

# lnet_has NET: whether Lustre already uses it on this host.
lnet_has() {
  [[ $(as_root lnetctl net show --net "$1" 2>/dev/null || true) == *"@$1"* ]]
}

# lnet COMMAND…: fails if the host cannot run it, as it would measure another network.
lnet() {
  local error
  error=$(as_root "$@" 2>&1) || fail "Lustre cannot use the Elastic Fabric Adapter: ${*}: ${error##*$'\n'}"
}

# use_efa: call it before the mount. TCP remains configured: clients find file systems over TCP, and some file systems
# only support TCP. The setup applies to every mount of the host.
use_efa() {
  local devices interface
  mapfile -t devices < <(efa_devices)
  ((${#devices[@]} > 0)) ||
    fail 'the host has no Elastic Fabric Adapter, or its driver (efa) is not loaded: see instance type and image'
  fact efa "${devices[*]}"
  ! lnet_has efa || return 0
  read -r _ _ _ _ interface _ < <(ip -o -4 route show default) || true
  [[ -n ${interface:-} ]] || fail 'the host has no default route: the interface for Lustre is unknown'
  lnet modprobe lnet
  lnet modprobe kefalnd "ipif_name=$interface"
  lnet modprobe ksocklnd
  lnet lnetctl lnet configure
  lnet_has tcp || lnet lnetctl net add --net tcp --if "$interface"
  lnet lnetctl net add --net efa --if "${devices[0]}" --peer-credits 32
  lnet lnetctl set discovery 1
  lnet lnetctl udsp add --src efa --priority 0
  lnet modprobe lustre
  lnet_has efa || fail 'Lustre does not show the Elastic Fabric Adapter as one of its networks (lnetctl net show)'
}
