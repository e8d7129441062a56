# shellcheck shell=bash
# Deletes the LUNs of a host with it: FSx may refuse to delete a volume with mapped LUNs. Sourced by concatenation after
# luns.sh: functions only. Best effort: failures become facts and block nothing.
#   FSXBENCH_UNITS  folder of systemd units until the next boot; default /run/systemd/system
#   FSXBENCH_RUN    folder of scripts of this boot; default /run/fsxbench

# luns_at_end: has systemd delete this host's LUNs at shutdown, within a minute, but not after a reboot.
luns_at_end() {
  local name=fsxbench-luns-$FSXBENCH_COPY units=${FSXBENCH_UNITS:-/run/systemd/system} script
  script=${FSXBENCH_RUN:-/run/fsxbench}/$name.sh
  {
    as_root mkdir -p -- "${script%/*}" "$units" &&
      luns_end_script | as_root tee "$script" >/dev/null &&
      luns_end_unit "$script" | as_root tee "$units/$name.service" >/dev/null &&
      as_root systemctl daemon-reload && as_root systemctl start "$name.service"
  } >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 || fact lunsAtEnd 'no unit deletes the LUNs of this host when it ends'
}

# luns_end_unit SCRIPT: unit that stops before the network does.
luns_end_unit() {
  printf '%s\n' '[Unit]' 'Description=fsxbench: LUNs of this host end with it' \
    'Wants=network-online.target' 'After=network-online.target nss-lookup.target' \
    '[Service]' 'Type=oneshot' 'RemainAfterExit=yes' 'ExecStart=/bin/true' \
    "ExecStop=/bin/bash $1" 'TimeoutStopSec=60'
}

# shellcheck disable=SC2016 # these expand when it is executed
# luns_end_script: script of the unit, independent of this command. It reads the password when it runs.
luns_end_script() {
  local ENDPOINT management secret
  endpoint fs management
  management=$ENDPOINT
  endpoint secret id
  secret=$ENDPOINT
  printf 'export PATH=%q HOME=/root\n' "$PATH"
  printf 'FSXBENCH_HOST=%q MANAGEMENT=%q SECRET=%q\n' "$FSXBENCH_HOST" "$management" "$secret"
  printf '%s\n' 'ONTAP_ANSWER= ONTAP_LOGIN= ONTAP_ALL= ONTAP_REFUSED= REQUESTS= REMOVE_BY=()' \
    'FSXBENCH_OUT=$(mktemp -d) && mkdir "$FSXBENCH_OUT/raw" || exit 0' \
    'trap '\''remove_tree "$FSXBENCH_OUT"'\'' EXIT' \
    'endpoint() { case "$*" in "fs management") ENDPOINT=$MANAGEMENT ;; *) ENDPOINT=$SECRET ;; esac }' \
    'fail() { printf "%s\n" "$1" >&2; exit 0; }'
  declare -f ontap_login ontap ontap_all ontap_many luns_end remove_tree remove_check
  printf 'luns_end\n'
}

# luns_end: deletes the LUNs of this host, of all sets, with their maps. A host that reboots still needs them.
luns_end() {
  local path uuid
  if systemctl list-jobs 2>/dev/null | grep -q 'reboot.target.*start'; then exit 0; fi
  ontap_all '/storage/luns?svm.name=svm&fields=name,uuid' '"\(.name) \(.uuid)"'
  REQUESTS=''
  while read -r path uuid; do
    [[ $path =~ _${FSXBENCH_HOST}_[0-9]{3}$ ]] || continue
    REQUESTS+="${REQUESTS:+$'\n'}DELETE /storage/luns/$uuid?allow_delete_while_mapped=true"
  done <<<"$ONTAP_ALL"
  ontap_many || fail "ONTAP refused $ONTAP_REFUSED"
}
